import {familiesOf} from '../../source/stores/cleanup-rows.ts';
import {cardStatuses} from '../../source/view-model/card-status.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import {currentPlace, cursorOn} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Actions, Stage} from '../actions/action.ts';
import {ask, chooseOnly} from '../actions/choices.ts';
import {foldGroup} from '../actions/folds.ts';
import {copyText} from '../actions/hand-over.ts';
import {selectedCard, selectedCleanupRow} from './cleanup-list.ts';
import {deleteLine} from './delete-line.ts';

/** Keys of the cleanup screen. */
export function cleanupActions(stage: Stage): Actions {
	const {dashboard} = stage;
	const {navigation, ui, live} = dashboard;
	const cleanup = dashboard.storeOf(cleanupStore);
	const view = () => cleanup.store.getState().data;
	const batchId = () => currentPlace(navigation.store.getState()).batchId ?? '';
	const canRetry = (outcome: string | undefined) => outcome === 'failed' || outcome === 'orphaned';
	const targetUrl = () => dashboard.tests.store.getState().project?.targetUrl ?? null;

	async function retry(ids?: string[]): Promise<void> {
		const {cleanupTestIds} = await cleanup.retry(batchId(), ids);
		ui.toast(cleanupTestIds.length === 0 ? 'There was nothing to try again' : `Trying ${cleanupTestIds.length} again`);
		live.refresh();
	}

	function askRetry(ids: string[] | undefined, lines: string[]): void {
		ask(dashboard, {
			title: 'Delete again',
			lines,
			keep: 'Leave it',
			choices: [{id: 'retry', label: 'Send the DELETE again', do: () => retry(ids)}],
		});
	}

	function askDismiss(): void {
		const card = selectedCard(dashboard);
		if (!card) return;
		const isBack = card.outcome === 'dismissed';
		const name = `${cleanLine(card.label)} ${cleanLine(card.capturedId ?? '')}`.trim();
		ask(dashboard, {
			title: isBack ? 'Bring the record back' : 'Dismiss the orphan',
			lines: isBack
				? [`${name} is listed as an orphan again.`]
				: [`${name} is not listed any more. Nothing is deleted: do that by hand.`],
			keep: 'Leave it',
			choices: [
				{
					id: 'dismiss',
					label: isBack ? 'Bring it back' : 'Dismiss it',
					async do() {
						const {unchanged} = await cleanup.dismiss(batchId(), card.resourceId, isBack);
						ui.toast(unchanged.length > 0 ? 'It was no orphan' : isBack ? 'It is back' : 'Dismissed', 'success');
						live.refresh();
					},
				},
			],
		});
	}

	return {
		'cleanup.retry': {
			do() {
				const card = selectedCard(dashboard);
				if (!card) return;
				const id = card.cleanupTest?.cleanupTestId;
				askRetry(id === undefined ? undefined : [id], [
					id === undefined
						? 'Orphans whose DELETE endpoint is known by now are deleted.'
						: `${card.cleanupTest?.method} ${card.cleanupTest?.path} is sent again.`,
				]);
			},
			isAvailable: () => canRetry(selectedCard(dashboard)?.outcome),
		},
		'cleanup.retryAll': {
			do: () => askRetry(undefined, ['Everything that failed, and orphans whose DELETE endpoint is known by now.']),
			isAvailable: () => (view()?.orphaned.length ?? 0) > 0,
		},
		'cleanup.dismiss': {
			do: askDismiss,
			isAvailable() {
				const outcome = selectedCard(dashboard)?.outcome;
				return outcome === 'orphaned' || outcome === 'dismissed';
			},
		},
		'cleanup.curl': {
			do() {
				const card = selectedCard(dashboard);
				const made = card && deleteLine(card, targetUrl());
				if (made)
					copyText(stage, made.line, made.isGuess ? 'a curl line; its path is a guess' : 'the DELETE as a curl line');
			},
			isAvailable() {
				const card = selectedCard(dashboard);
				return card !== null && deleteLine(card, targetUrl()) !== null;
			},
		},
		'cleanup.only': {do: () => chooseOnly(dashboard, 'Show only', cardStatuses)},
		'cleanup.family': {
			do() {
				const current = view();
				if (!current) return;
				ui.open({
					kind: 'menu',
					title: 'Records of',
					lines: [],
					choices: [{id: '', label: 'every type'}, ...familiesOf(current).map(id => ({id, label: cleanLine(id)}))],
					cursor: 0,
					onChoose(id) {
						ui.close();
						navigation.update({filter: id});
					},
				});
			},
			isAvailable: () => view() !== null,
		},
		'cleanup.creator': {
			do() {
				const card = selectedCard(dashboard);
				const {batchId: id, projectId = null} = currentPlace(navigation.store.getState());
				if (card && id) navigation.open({screen: 'run', batchId: id, projectId}, cursorOn(card.createdBy.runId));
			},
			isAvailable: () => selectedCard(dashboard) !== null,
		},
		'cleanup.fold': {
			do() {
				const row = selectedCleanupRow(dashboard);
				if (row) foldGroup(dashboard, row.kind === 'section' ? row.id : row.section);
			},
			isAvailable: () => selectedCleanupRow(dashboard) !== undefined,
		},
	};
}
