import type {CleanupCard} from '../../contract/cleanup.ts';
import {familiesOf} from '../../source/stores/cleanup-rows.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import {currentPlace, cursorOn} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {cardDeletion} from '../../source/view-model/card-deletion.ts';
import {curlLine} from '../../source/view-model/curl-line.ts';
import {cardStatuses} from '../../source/view-model/statuses.ts';
import type {Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask, choose, chooseOnly} from '../actions/choices.ts';
import {foldGroup} from '../actions/list-actions.ts';
import {copyText} from '../actions/hand-over.ts';
import {selectedCard, selectedCleanupRow} from './cleanup-list.ts';
import {tellEndpoint} from './endpoint-form.ts';
import {tellHandle} from './handle-form.ts';
import {isLeft, lacksEndpoint, leftOver, whyNotDeleted} from './what-is-left.ts';
import {askDelete, askStart, canDelete, sentWords} from './send-deletes.ts';

/**
 * The DELETE of a record as a curl line. Without a known DELETE endpoint it is the creating path with the handle behind
 * it, which is how most APIs name a record; `isGuess` says so, and also of an address that is not known as a whole.
 */
function deleteLine(card: CleanupCard, targetUrl: string | null): {line: string; isGuess: boolean} | null {
	const {deletion, capturedId, sourceEndpoint} = card;
	if (deletion !== null && /^https?:/i.test(deletion.url))
		return {line: curlLine({method: deletion.method, url: deletion.url}), isGuess: deletion.url.includes('{')};
	const known = cardDeletion(card);
	if (known === null && capturedId === null) return null;
	const path = known?.path ?? `${sourceEndpoint.path.replace(/\/$/, '')}/${encodeURIComponent(capturedId ?? '')}`;
	const url = `${(targetUrl ?? '').replace(/\/$/, '')}${path}`;
	return {line: curlLine({method: known?.method ?? 'DELETE', url}), isGuess: known === null};
}

/** Keys of the cleanup screen. */
export function cleanupActions(stage: Stage): Actions {
	const {dashboard} = stage;
	const {navigation, ui, live} = dashboard;
	const cleanup = dashboard.storeOf(cleanupStore);
	const view = () => cleanup.store.getState().data;
	const batchId = () => currentPlace(navigation.store.getState()).batchId ?? '';
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
		const count = cleanupTestIds.length;
		if (count > 0) ui.toast(sentWords(count));
		else ui.toast('No new DELETE is known: E names an endpoint, H says where the handle is.');
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
		const {tried, held, unknown} = leftOver(view()?.orphaned ?? []);
		ask(dashboard, {
			title: 'Delete what is left',
			lines: [
				...(unknown > 0 ? [`No DELETE was known for ${unknown}: E names its endpoint, H its handle.`] : []),
				...(held > 0 ? [`${held} may have existed before: D deletes each on request.`] : []),
			],
			keep: 'Leave it',
			choices: [
				...(unknown > 0
					? [{id: 'new', label: 'Those whose DELETE has become known since', do: () => retry('new')}]
					: []),
				...(tried > 0 ? [{id: 'all', label: `All whose DELETE failed: ${tried}`, do: () => retry('all')}] : []),
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
			why: () => (isUnderWay() ? 'The cleanup is under way.' : whyNotDeleted(selectedCard(dashboard))),
		},
		'cleanup.endpoint': {
			do() {
				const card = selectedCard(dashboard);
				const project = projectId();
				if (card && project !== null) tellEndpoint(dashboard, project, card, () => retry('new'));
			},
			isAvailable: () => lacksEndpoint(selectedCard(dashboard)) && projectId() !== null,
			why: () => whyNotDeleted(selectedCard(dashboard)) ?? 'Its DELETE is known: D or r sends it.',
		},
		'cleanup.handle': {
			do() {
				const card = selectedCard(dashboard);
				const project = projectId();
				if (card && project !== null) tellHandle(dashboard, project, card);
			},
			isAvailable() {
				const card = selectedCard(dashboard);
				return card !== null && isLeft(card) && !canDelete(card) && projectId() !== null;
			},
			why: () => whyNotDeleted(selectedCard(dashboard)) ?? 'Its DELETE is known: D or r sends it.',
		},
		'cleanup.retry': {
			do() {
				const card = selectedCard(dashboard);
				const id = card?.cleanupTest?.cleanupTestId;
				if (card && id !== undefined) askRetry(id, card);
			},
			isAvailable() {
				const card = selectedCard(dashboard);
				return card !== null && isLeft(card) && card.cleanupTest !== null;
			},
			why: () => whyNotDeleted(selectedCard(dashboard)) ?? 'No DELETE was sent for it, so none failed. D sends it.',
		},
		'cleanup.retryAll': {
			do: askRetryAll,
			isAvailable() {
				const {tried, unknown} = leftOver(view()?.orphaned ?? []);
				return tried + unknown > 0;
			},
			why: () =>
				(view()?.orphaned.length ?? 0) > 0
					? 'What is left may have existed before: D deletes each on request.'
					: 'Nothing is left.',
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
				choose(dashboard, {
					title: 'Records of',
					choices: [{id: '', label: 'every type'}, ...familiesOf(current).map(id => ({id, label: cleanLine(id)}))],
					onChoose: id => navigation.update({filter: id}),
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
