import type {ScriptElement} from '../../../contract/script.ts';
import type {AssertionPart, ElementState} from '../../../source/plan-language/reading.ts';
import {type Names, patternCode, poll} from './code-text.ts';
import {cellCode, columnLines} from './export-columns.ts';
import {membersCode} from './export-records.ts';

/** There is one, and none of them is otherwise. */
export function eachLines(
	part: Extract<AssertionPart, {op: 'each'}>,
	saved: ScriptElement | undefined,
	names: Names,
	not: string,
): string[] {
	const {target, state, value, column} = part;
	const isAlone = saved === undefined && target.phrase === '' && ['item', 'card'].includes(target.role ?? '');
	const all = isAlone ? "page.getByRole('article')" : membersCode(target, saved, names);
	const one = column === '' ? 'one' : cellCode('one');
	const isSo =
		value !== null
			? column === ''
				? `await saying(${all}, [${[value, ...(part.others ?? [])].map(({text}) => patternCode(text)).join(', ')}])`
				: `await Promise.all((await ${all}.all()).map(async one => ${othersCode(part)}.test((await ${one}.innerText()) + (await ${one}.ariaSnapshot()))))`
			: `await Promise.all((await ${all}.all()).map(one => ${eachState[state!]}))`;
	return [
		`await ${all}.first().waitFor();`,
		...(column === '' ? [] : columnLines(column)),
		poll(`(${isSo}).every(Boolean)`, `.toBe(${not === ''})`),
		...(part.number === undefined ? [] : [`await expect(${all}).toHaveCount(${part.number});`]),
	];
}

/** Lines that check it: so many members are in the state: by themselves, or by the box in them. */
export function stateCountLines(
	{target, state, number}: Extract<AssertionPart, {op: 'count'}> & {state: ElementState},
	saved: ScriptElement | undefined,
	names: Names,
	not: string,
): string[] {
	const all = membersCode(target, saved, names);
	const chosen = ':checked, [aria-checked=true], [aria-selected=true], [aria-pressed=true]';
	const isSo = ['checked', 'selected'].includes(state)
		? `one.evaluate(own => own.matches('${chosen}') || own.querySelector('${chosen}') !== null)`
		: eachState[state];
	return [
		`await ${all}.first().waitFor();`,
		poll(
			`(await Promise.all((await ${all}.all()).map(one => ${isSo}))).filter(Boolean).length`,
			`${not}.toBe(${number})`,
		),
	];
}

/** Any of the texts that a member may say. */
const othersCode = ({value, others = []}: Extract<AssertionPart, {op: 'each'}>): string =>
	`/${[value!, ...others].map(({text}) => patternCode(text).slice(1, -2)).join('|')}/i`;

const eachState: Record<ElementState, string> = {
	checked: 'one.isChecked()',
	unchecked: 'one.isChecked().then(is => !is)',
	disabled: 'one.isDisabled()',
	enabled: 'one.isEnabled()',
	selected: "one.evaluate(own => own.matches('[aria-selected=true], :checked'))",
	required: "one.evaluate(own => own.matches(':required, [aria-required=true]'))",
	focused: "one.evaluate(own => own.matches(':focus'))",
	read_only: 'one.isEditable().then(is => !is)',
	expanded: "one.evaluate(own => own.matches('[aria-expanded=true]'))",
	collapsed: "one.evaluate(own => own.matches('[aria-expanded=false]'))",
	empty: "one.evaluate(own => ((own as HTMLInputElement).value ?? own.textContent) === '')",
	masked: "one.evaluate(own => own.matches('[type=password]'))",
	invalid: "one.evaluate(own => own.matches('[aria-invalid=true], :user-invalid'))",
};
