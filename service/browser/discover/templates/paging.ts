import {action, assertion, type Draft, type ReadPage, afterwards} from '../draft.ts';
import {mainRows} from '../rows.ts';
import {nameOf, seen} from '../shown.ts';

const next = /^(?:next|next page|older|weiter|nächste(?: seite)?|suivant|siguiente)(?: ?[›»→>])?$/i;
const placeInAll = /\b(?:page|seite) \d+ (?:of|von|\/) \d+\b/i;

/**
 * The next page of a list can be turned to. A button that was not pressed says nothing of what comes, so all that is
 * claimed is that the page stays whole; a link is followed while reading, see `linkedPage`.
 */
export function pagingButton({look, called, consoleErrors, failedRequests}: ReadPage): Draft[] {
	const button = seen(look).find(one => one.role === 'button' && next.test(nameOf(look, one)) && !one.states.disabled);
	const isOfList = seen(look).some(
		one =>
			placeInAll.test(nameOf(look, one)) ||
			(one.role === 'button' && /^(?:previous|prev|zurück)/i.test(nameOf(look, one)) && one.states.disabled),
	);
	if (!button || !isOfList || mainRows(look).length === 0 || consoleErrors > 0) return [];
	return [
		{
			template: 'paging',
			name: `${called}: the next page of the list`,
			reason: `The list has a button "${nameOf(look, button)}" and is on its first page.`,
			sends: false,
			steps: [
				action(`Click the "${nameOf(look, button)}" button`),
				afterwards(assertion('There are no console errors')),
				...(failedRequests === 0 ? [afterwards(assertion('No request failed'))] : []),
			],
		},
	];
}

/** Name of the link to the next page of the list, with the rows that it should leave behind. */
export function pagingLink({look}: ReadPage): {name: string; rows: string[]} | null {
	const link = seen(look).find(one => one.role === 'link' && next.test(nameOf(look, one)));
	const rows = mainRows(look).map(({key}) => key);
	return link && rows.length > 0 ? {name: nameOf(look, link), rows} : null;
}

/** @param left a row of the first page that the second one, which was read, does not have */
export const linkedPage = (called: string, name: string, left: string): Draft => ({
	template: 'paging',
	name: `${called}: the next page of the list`,
	reason: `The link "${name}" leads to a page with other rows.`,
	sends: false,
	steps: [
		assertion(`"${left}" is visible`),
		action(`Click the "${name}" link`),
		afterwards(assertion(`"${left}" is not visible`)),
	],
});
