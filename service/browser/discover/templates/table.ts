import type {Look, LookElement} from '../../page/look.ts';
import {cellsOf, headingsOf} from '../../page/rows.ts';
import {treeOf} from '../../page/tree.ts';
import {fold} from '../../page/words.ts';
import {action, assertion, type Draft, type ReadPage, afterwards} from '../draft.ts';
import {mainRows, type Row} from '../rows.ts';
import {isIn, isSayable, nameOf, seen} from '../shown.ts';

/** A choice next to a table leaves only the rows that have it: its options are values of a column. */
export function tableFilter({look, called}: ReadPage): Draft[] {
	const rows = mainRows(look).filter(({element}) => element.role === 'row');
	const elements = seen(look);
	// A field for words beside it makes it a form, in which choosing changes no list.
	if (rows.length < 2 || elements.some(one => one.role === 'textbox' && !isWithinRow(look, one, rows))) return [];
	const choices = elements.filter(one => one.tag === 'select' && isSayable(one.name) && !isWithinRow(look, one, rows));
	for (const choice of choices)
		for (const option of optionsOf(look, choice)) {
			const has = (row: Row) => cellsOf(look, row.element).some(({index}) => isSame(look, index, option));
			const kept = rows.find(has);
			const left = rows.find(row => !has(row) && kept !== undefined && !isIn(row.key, kept.text));
			if (!kept || !left) continue;
			return [
				{
					template: 'filter',
					name: `${called}: ${choice.name} ${option} leaves the others out`,
					reason: `"${option}" is a choice of "${choice.name}" and a value of the table.`,
					sends: false,
					steps: [
						assertion(`"${left.key}" is visible`),
						action(`Select "${option}" from the "${choice.name}" dropdown`),
						afterwards(assertion(`"${kept.key}" is visible`)),
						afterwards(assertion(`"${left.key}" is not visible`)),
					],
				},
			];
		}
	return [];
}

/** A column that says that it can be sorted is sorted by a click on its heading. */
export function tableSort({look, called, sortable}: ReadPage): Draft[] {
	const [row, ...others] = mainRows(look).filter(({element}) => element.role === 'row');
	if (!row || others.length < 2) return [];
	const headings = headingsOf(look, row.element.index);
	for (const [place, heading] of headings.entries()) {
		const name = heading.replace(/\s+/g, ' ').trim();
		if (!isSayable(name) || !sortable.includes(name) || headings.filter(one => fold(one) === fold(name)).length > 1)
			continue;
		const values = [row, ...others].map(({element}) => {
			const cell = cellsOf(look, element)[place];
			return cell ? fold(treeOf(look).textOf(cell.index)) : '';
		});
		if (!values.every(value => /^[a-z]/.test(value)) || new Set(values).size < 3 || isOrdered(values)) continue;
		const control = controlIn(look, row.element, name);
		return [
			{
				template: 'sort',
				name: `${called}: the table is sorted by ${name}`,
				reason: `The column "${name}" says that it can be sorted.`,
				sends: false,
				steps: [
					action(control ? `Click the "${nameOf(look, control)}" button` : `Click the "${name}" column heading`),
					afterwards(assertion(`The rows are sorted by "${name}" ascending`)),
				],
			},
		];
	}
	return [];
}

const isOrdered = (values: readonly string[]): boolean =>
	[1, -1].some(sign => values.every((value, place) => place === 0 || sign * (value > values[place - 1]! ? 1 : -1) > 0));

const isSame = (look: Look, index: number, text: string) => fold(treeOf(look).textOf(index)) === fold(text);

const isWithinRow = (look: Look, {index}: LookElement, rows: readonly Row[]): boolean =>
	rows.some(({element}) => index > element.index && index < treeOf(look).end[element.index]!);

const optionsOf = (look: Look, choice: LookElement): string[] =>
	look.elements
		.slice(choice.index + 1, treeOf(look).end[choice.index])
		.filter(({role, states}) => role === 'option' && !states.selected)
		.map(option => nameOf(look, option))
		.filter(isSayable);

/** The button in a heading. */
function controlIn(look: Look, row: LookElement, name: string): LookElement | undefined {
	return seen(look).find(
		one =>
			one.role === 'button' &&
			one.index < row.index &&
			fold(nameOf(look, one)) === fold(name) &&
			one.parent !== null &&
			look.elements[one.parent]!.role === 'columnheader',
	);
}
