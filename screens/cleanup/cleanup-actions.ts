import type {CleanupCard} from '../../source/contract/cleanup.ts';
import {familiesOf} from '../../source/stores/cleanup-rows.ts';
import {cardStatuses} from '../../source/view-model/card-status.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import {currentPlace, cursorOn} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {cardDeletion} from '../../source/view-model/card-deletion.ts';
import type {Actions, Stage} from '../actions/action.ts';
import {ask, chooseOnly} from '../actions/choices.ts';
import {foldGroup} from '../actions/folds.ts';
import {copyText} from '../actions/hand-over.ts';
import {selectedCard, selectedCleanupRow} from './cleanup-list.ts';
import {deleteLine} from './delete-line.ts';
import {tellHandle} from './handle-form.ts';
import {askDelete, askStart, canDelete} from './send-deletes.ts';

/** Keys of the cleanup screen. */
export function cleanupActions(stage: Stage): Actions {
	const {dashboard} = stage;
	const {navigation, ui, live} = dashboard;
	const cleanup = dashboard.storeOf(cleanupStore);
	const view = () => cleanup.store.getState().data;
	const batchId = () => currentPlace(navigation.store.getState()).batchId ?? '';
	const canRetry = (outcome: string | undefined) => outcome === 'failed' || outcome === 'orphaned';
	const isUnderWay = () => view()?.state === 'running' || view()?.state === 'waiting';
	/** Run that made the record, or the call, under the cursor. */
	const selectedRun = () => {
		const row = selectedCleanupRow(dashboard);
		return row?.kind === 'card' ? row.card.createdBy.runId : row?.kind === 'call' ? row.call.runId : null;
	};
	const targetUrl = () => dashboard.tests.store.getState().project?.targetUrl ?? null;

	/** Project of the batch; null when it spans several. */
	const projectId = () => currentPlace(navigation.store.getState()).projectId ?? null;

	async function retry(what: readonly string[] | 'new' | 'all'): Promise<void> {
		const {cleanupTestIds} = await cleanup.retry(batchId(), what);
		ui.toast(cleanupTestIds.length === 0 ? 'There was nothing to try again' : `Trying ${cleanupTestIds.length} again`);
		live.refresh();
	}

	function askRetry(id: string, card: CleanupCard): void {
		const request = cardDeletion(card);
		const what = request ? cleanLine(`${request.method} ${request.path}`) : cleanLine(card.cleanupTest?.title ?? '');
		ask(dashboard, {
			title: 'Delete again',
			lines: [card.cleanupTest?.kind === 'planned' ? `${what} is deleted by the sweep.` : `${what} is sent again.`],
			keep: 'Leave it',
			choices: [{id: 'retry', label: 'Send the DELETE again', do: () => retry([id])}],
		});
	}

	function askRetryAll(): void {
		ask(dashboard, {
			title: 'Delete what is left',
			lines: ['What may have existed before is left alone: D deletes it on request.'],
			keep: 'Leave it',
			choices: [
				{id: 'new', label: 'Only what an endpoint or a handle is known for since', do: () => retry('new')},
				{id: 'all', label: 'That, and everything that failed', do: () => retry('all')},
			],
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
		'cleanup.start': {
			do: () => askStart(dashboard, selectedCard(dashboard)),
			isAvailable: () => view()?.state === 'asking',
		},
		'cleanup.delete': {
			do() {
				const card = selectedCard(dashboard);
				if (canDelete(card)) askDelete(dashboard, card);
			},
			isAvailable: () => canDelete(selectedCard(dashboard)) && !isUnderWay(),
		},
		'cleanup.handle': {
			do() {
				const card = selectedCard(dashboard);
				const project = projectId();
				if (card && project !== null) tellHandle(dashboard, project, card);
			},
			isAvailable: () => selectedCard(dashboard) !== null && projectId() !== null,
		},
		'cleanup.retry': {
			do() {
				const card = selectedCard(dashboard);
				const id = card?.cleanupTest?.cleanupTestId;
				if (!card) return;
				if (id === undefined) askRetryAll();
				else askRetry(id, card);
			},
			isAvailable: () => canRetry(selectedCard(dashboard)?.outcome),
		},
		'cleanup.retryAll': {
			do: askRetryAll,
			isAvailable: () => (view()?.orphaned.length ?? 0) > 0,
		},
		'cleanup.dismiss': {
			do: askDismiss,
			isAvailable() {
				const outcome = selectedCard(dashboard)?.outcome;
				return outcome === 'orphaned' || outcome === 'failed' || outcome === 'dismissed';
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
				const runId = selectedRun();
				const {batchId: id, projectId: project = null} = currentPlace(navigation.store.getState());
				if (runId && id) navigation.open({screen: 'run', batchId: id, projectId: project}, cursorOn(runId));
			},
			isAvailable: () => selectedRun() !== null,
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
