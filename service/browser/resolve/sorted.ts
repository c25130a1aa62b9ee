import type {AssertionPart} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {collectionsOf} from '../page/rows.ts';
import {treeOf} from '../page/tree.ts';
import {hasWords, words} from '../page/words.ts';
import {numberOf} from './compare.ts';
import {priceIn} from './observe-rows.ts';
import type {ResolveOptions} from './resolve.ts';
import {areasOf} from './areas.ts';
import {columnIn, restAfter, type Subject} from './subject.ts';

/** Whether the rows of a table are in the order of a column: as numbers where all are numbers, else days, else words. */
export function sortOf(look: Look, part: Extract<AssertionPart, {op: 'sorted'}>, options: ResolveOptions) {
	const column = options.expand(part.column);
	const expected = `${column} ${part.direction}`;
	const named =
		part.table === null
			? null
			: areasOf(look, {kind: 'area', role: part.table.role, name: part.table.phrase || null}, options.expand);
	const tables = collectionsOf(look)
		.filter(
			({container}) => named === null || named.some(({from, to}) => container.index >= from && container.index < to),
		)
		.map(({members}) => {
			const cells = members.flatMap(row => columnIn(look, row.index, column));
			return cells.length > 0 ? cells : ofCards(look, members, column);
		})
		.filter(cells => cells.length > 1 || (cells.length === 1 && cells[0]!.how === 'cell'));
	if (tables.length === 0) return {is: false, expected, actual: null};
	if (tables.length > 1)
		return {unclear: 'which table is meant', choices: [`${tables.length} tables have a column ${column}`]};
	const texts = tables[0]!.map(cell => cell.text);
	const values = comparable(texts);
	const at = values.findIndex((value, index) => index > 0 && isOutOfOrder(values[index - 1]!, value, part.direction));
	const actual = at === -1 ? expected : `${texts[at - 1]} before ${texts[at]}`;
	return {is: at === -1, expected, actual, subject: tables[0]![Math.max(at, 0)]!.index};
}

/** Cards and entries have no columns: the one sum of money in each, its heading, or what stands behind a label in it. */
function ofCards(look: Look, members: readonly LookElement[], column: string): Subject[] {
	const tree = treeOf(look);
	const asked = words(column);
	const isOf = (kinds: string) => asked.length > 0 && asked.every(word => words(kinds).includes(word));
	const found = members.map((member): Subject | null => {
		const inside = look.elements.slice(member.index + 1, tree.end[member.index]);
		if (isOf('price cost amount')) {
			const price = priceIn([member.index], 'price', look);
			return price && {...price, how: 'label'};
		}
		if (isOf('name title')) {
			const title = inside.find(({role}) => role === 'heading') ?? inside.find(({text}) => hasWords(text));
			return title ? {text: tree.textOf(title.index) || title.name, index: title.index, how: 'label'} : null;
		}
		for (const {index} of inside) {
			const said = restAfter(column, tree.textOf(index));
			if (said !== null) return {text: said, index, how: 'label'};
		}
		return null;
	});
	const all = found.filter(one => one !== null);
	return all.length === members.length && all.length > 1 ? all : [];
}

function comparable(texts: string[]): Array<number | string> {
	const numbers = texts.map(numberOf);
	if (numbers.every(number => number !== null)) return numbers;
	const days = texts.map(dayOf);
	if (days.every(day => day !== null)) return days;
	return texts.map(text => (hasWords(text) ? text.toLowerCase() : text));
}

/** `24.12.2026`, `2026-12-24`, `24 Dec 2026`; null: no day. */
function dayOf(text: string): number | null {
	const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\b/.exec(text.trim());
	if (dotted) return Date.UTC(Number(dotted[3]), Number(dotted[2]) - 1, Number(dotted[1]));
	if (!/\d{4}/.test(text) || !/[-/ ]/.test(text.trim())) return null;
	const time = Date.parse(text);
	return Number.isNaN(time) ? null : time;
}

const isOutOfOrder = (before: number | string, after: number | string, direction: 'ascending' | 'descending') => {
	const order = typeof before === 'string' ? before.localeCompare(String(after), 'en') : before - Number(after);
	return direction === 'ascending' ? order > 0 : order < 0;
};
