import {months} from '../../../source/plan-language/values.ts';
import type {Look, LookElement} from '../page/look.ts';
import {isShown, treeOf} from '../page/tree.ts';

/**
 * The cell of a day in a calendar that shows its month. A cell only says a number; which month it is of stands above all of
 * them, and cells before the first and behind the last are of other months.
 */

/** Fewest days of a month, as the cells of one parent (or of its rows). */
const fewest = 28;

type Day = {day: number; month: number; year: number | null};

/** `7 April`, `April 7th 2026`, `07.04.2026`, `2026-04-07`; null: it is no day. */
function dayIn(text: string): Day | null {
	const folded = text.toLowerCase().trim();
	const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(folded);
	if (dotted) return dayOf(dotted[1]!, Number(dotted[2]), dotted[3]);
	const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(folded);
	if (iso) return dayOf(iso[3]!, Number(iso[2]), iso[1]);
	const first = /^(\d{1,2})(?:st|nd|rd|th|\.)? ([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(folded);
	if (first) return dayOf(first[1]!, monthOf(first[2]!), first[3]);
	const last = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/.exec(folded);
	return last ? dayOf(last[2]!, monthOf(last[1]!), last[3]) : null;
}

const monthOf = (word: string): number => months.findIndex(month => month.startsWith(word.slice(0, 9))) + 1;
const dayOf = (day: string, month: number, year: string | undefined): Day | null =>
	month >= 1 && month <= 12 && Number(day) >= 1 && Number(day) <= 31
		? {day: Number(day), month, year: year === undefined ? null : Number(year)}
		: null;

/** The cell that shows the day that is the only condition; empty where no calendar in view shows that month. */
export function cellsOfDay(look: Look, conditions: ReadonlyArray<{column: string | null; text: string}>): number[] {
	const [only, ...others] = conditions;
	const wanted = only && others.length === 0 && only.column === null ? dayIn(only.text) : null;
	if (wanted === null) return [];
	const {day, month, year} = wanted;
	return calendarsOf(look)
		.filter(({title}) => titleFits(title, month, year))
		.flatMap(({cells}) => {
			const first = cells.findIndex(cell => numberOf(look, cell) === 1);
			const rest = cells.slice(first + 1);
			const next = rest.findIndex(cell => numberOf(look, cell) === 1);
			const own = first < 0 ? [] : [cells[first]!, ...(next < 0 ? rest : rest.slice(0, next))];
			const cell = own.find(one => numberOf(look, one) === day);
			return cell ? [cell.index] : [];
		});
}

/** Whether a title says that month: `April 2026`, `Apr`, `04/2026`, `2026-04`; and that year, where both say one. */
function titleFits(title: string, month: number, year: number | null): boolean {
	const [, number] =
		/(?<!\d)(\d{1,2})\s?[/.-]\s?\d{4}(?!\d)/.exec(title) ?? /(?<!\d)\d{4}-(\d{2})(?!\d)/.exec(title) ?? [];
	const isMonth = monthsIn(title).includes(month) || Number(number) === month;
	return isMonth && (year === null || !/\d{4}/.test(title) || title.includes(String(year)));
}

const monthsIn = (text: string): number[] =>
	(text.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap(word => {
		const at = months.findIndex(month => month === word || month.slice(0, 3) === word);
		return at < 0 ? [] : [at + 1];
	});

/** Number of the day that a cell begins with. */
function numberOf(look: Look, cell: LookElement): number | null {
	const [, number] = /^(\d{1,2})(?!\d|[.:,/]\d)/.exec(treeOf(look).textOf(cell.index).trim()) ?? [];
	return number === undefined ? null : Number(number);
}

/** What holds at least the days of a month, with the short text before it that names a month. */
function calendarsOf(look: Look): Array<{cells: LookElement[]; title: string}> {
	const tree = treeOf(look);
	const found: Array<{cells: LookElement[]; title: string}> = [];
	for (const container of look.elements) {
		const below = tree.children[container.index]!.flatMap(index =>
			['row', 'rowgroup'].includes(look.elements[index]!.role) ? rowCells(look, index) : [look.elements[index]!],
		);
		const cells = below.filter(one => isShown(look, one) && numberOf(look, one) !== null);
		if (cells.length < fewest || cells.length > 50) continue;
		if (found.some(other => other.cells.some(cell => cells.includes(cell)))) continue;
		const titles = look.elements
			.slice(0, cells[0]!.index)
			.filter(one => tree.children[one.index]!.length === 0 && isShown(look, one))
			.map(one => tree.textOf(one.index).trim())
			.filter(text => text.length <= 40 && (monthsIn(text).length > 0 || /\d{4}/.test(text)));
		const named = container.name === '' ? titles.at(-1) : [container.name, titles.at(-1)].filter(Boolean).join(' ');
		if (named !== undefined && named !== '') found.push({cells, title: named});
	}
	return found;
}

const rowCells = (look: Look, index: number): LookElement[] =>
	treeOf(look).children[index]!.flatMap(child =>
		look.elements[child]!.role === 'row' ? rowCells(look, child) : [look.elements[child]!],
	);
