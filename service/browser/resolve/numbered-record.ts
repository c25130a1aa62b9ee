import type {Target} from '../../../source/plan-language/reading.ts';
import type {Look} from '../page/look.ts';
import {cellsOf, isHeaderRow} from '../page/rows.ts';
import {sectionsAround} from '../page/sections.ts';
import {isShown, treeOf, upwards} from '../page/tree.ts';
import {words} from '../page/words.ts';
import type {ScopeFilter} from './scope.ts';

/** What heads a column of numbers that tell records apart. */
const ofNumbers = /^(?:#|№|id|n[or°]\.?|nbr\.?|number|key|code|ref\.?|reference|identifier)$/i;

/**
 * `Ticket 1006`, where the row says 1006 below `No.` or `Ticket` and it is the table of tickets: the cell with the number.
 * Numbers of other columns (pages, a price) name no record. Null: no cell is meant.
 */
export function numberedRecord(
	{role, isQuoted}: Target,
	phrase: string,
	look: Look,
	scopes: ScopeFilter,
): number | null {
	const [, kind, number] = /^(\p{L}{3,})\s+#?(\d[\d-]*)$/u.exec(phrase.trim()) ?? [];
	if (kind === undefined || isQuoted || (role !== null && role !== 'item')) return null;
	const [said] = words(kind);
	const tree = treeOf(look);
	const isOfKind = (text: string) => said !== undefined && words(text).includes(said);
	const cells = look.elements
		.filter(one => one.role === 'row' && isShown(look, one) && !isHeaderRow(look, one))
		.flatMap(row => {
			const titles = [
				look.title,
				...sectionsAround(look, row.index).map(({title}) => title),
				...[...upwards(look, row.index)].map(({name}) => name),
			];
			return cellsOf(look, row).filter(({index, column}) => {
				if (column === null || !scopes.isInside(index)) return false;
				if (tree.textOf(index).trim().replace(/^#/, '') !== number) return false;
				const rest = column
					.trim()
					.split(/\s+/)
					.filter(word => !isOfKind(word));
				return rest.every(word => ofNumbers.test(word)) && (isOfKind(column) || titles.some(isOfKind));
			});
		});
	return cells[0]?.index ?? null;
}
