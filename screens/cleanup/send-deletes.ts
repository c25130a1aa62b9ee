import type {CleanupCard, CleanupPlan} from '../../contract/cleanup.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {cardDeletion, isConcrete} from '../../source/view-model/card-deletion.ts';
import {ask} from '../actions/choices.ts';
import {attempt} from '../action.ts';

/** DELETEs of a plan that a question names; the others are counted. */
const namedDeletes = 6;

const batchOf = (dashboard: Dashboard): string => currentPlace(dashboard.navigation.store.getState()).batchId ?? '';

/** What a cleanup has left, and whose DELETE can be sent. */
export const canDelete = (card: CleanupCard | null): card is CleanupCard =>
	card !== null && isConcrete(card) && ['orphaned', 'failed', 'kept', 'dismissed', 'pending'].includes(card.outcome);

const nameOf = ({label, capturedId}: CleanupCard) => cleanLine(`${label} ${capturedId ?? ''}`).trim();

const requestOf = (card: CleanupCard): string => {
	const request = cardDeletion(card);
	return request ? cleanLine(`${request.method} ${request.path}`) : 'its DELETE';
};

/** What was set going. A server that fails is asked three times, as the number of calls then shows. */
export const sentWords = (number: number): string =>
	number === 1 ? 'One DELETE is sent, up to three times' : `${number} DELETEs are sent, up to three times each`;

/** Says what was set going, and looks for what comes of it. */
function tell({ui, live}: Dashboard, number: number): void {
	ui.toast(sentWords(number));
	live.refresh();
}

/** Asks before the DELETE of a record is sent that cleanup has left alone. */
export function askDelete(dashboard: Dashboard, card: CleanupCard): void {
	const doubt = card.proof === null ? ['Nothing proves that the run made it: it may be somebody else’s.'] : [];
	ask(dashboard, {
		title: 'Delete the record',
		lines: [`${requestOf(card)} is sent for ${nameOf(card)}. This cannot be undone.`, ...doubt],
		keep: 'Leave it',
		choices: [
			{
				id: 'delete',
				label: 'Delete it',
				async do() {
					const {resourceIds} = await dashboard.storeOf(cleanupStore).deleteRecord(batchOf(dashboard), card.resourceId);
					tell(dashboard, resourceIds.length);
				},
			},
		],
	});
}

/** Reads what a cleanup that asks would send, shows it, and asks whether to. */
export function askStart(dashboard: Dashboard, card: CleanupCard | null): void {
	const cleanup = dashboard.storeOf(cleanupStore);
	const batchId = batchOf(dashboard);
	const start = async (ids?: readonly string[]) =>
		tell(dashboard, (await cleanup.start(batchId, ids)).resourceIds.length);
	attempt(dashboard, async () => {
		const plan = await cleanup.plan(batchId);
		const isIn = card !== null && plan.deletes.some(({resourceId}) => resourceId === card.resourceId);
		ask(dashboard, {
			title: 'Start the cleanup',
			lines: planLines(plan),
			keep: 'Send nothing yet',
			choices: [
				{
					id: 'all',
					label: `Send ${plan.deletes.length === 1 ? 'it' : `all ${plan.deletes.length}`}`,
					do: () => start(),
				},
				...(isIn && plan.deletes.length > 1
					? [{id: 'one', label: `Only ${requestOf(card)}`, do: () => start([card.resourceId])}]
					: []),
			],
		});
	});
}

function planLines({deletes, notSent}: CleanupPlan): string[] {
	const more = deletes.length - namedDeletes;
	return [
		...deletes
			.slice(0, namedDeletes)
			.map(({deletion: {method, url}, proof}) =>
				cleanLine(`${method} ${pathOf(url)}${proof ? `: ${proof.text}` : ''}`),
			),
		...(more > 0 ? [`and ${more} more`] : []),
		...(notSent.length > 0 ? [`${notSent.length} would not be deleted; the list says why.`] : []),
	];
}

const pathOf = (url: string): string => {
	if (!URL.canParse(url)) return url;
	const {pathname, search} = new URL(url);
	return pathname + search;
};
