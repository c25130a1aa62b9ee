import {recordRoles} from './records.ts';
import type {RoleWord, Target} from '../../../source/plan-language/reading.ts';
import {namesResults} from '../resolve/areas.ts';
import {meanings} from '../resolve/role-words.ts';
import {type Names, looseCode, patternCode, textCode} from './code-text.ts';

/** A target of which no element was saved (it must not be there, or is only text), by its words alone. */
export function targetCode(target: Target, names: Names): string {
	const {phrase, role, ordinal, scopes} = target;
	const isRecord = phrase === '' && (role === 'row' || role === 'item' || role === 'card');
	const within = scopeCode(target, names, !isRecord);
	// `the first row`, `the row of 1041`: the row itself is what is said.
	if (isRecord) {
		if (ordinal !== null) return `${recordsCode(within)}${placeCode(ordinal)}`;
		if (scopes.some(({kind}) => kind === 'row' || kind === 'row_at')) return within;
	}
	const ariaRole = role === null ? null : (ariaOf(role) ?? null);
	if (ariaRole !== null) {
		const given = [
			...(phrase === '' ? [] : [`name: ${looseCode(phrase, names)}`]),
			...(target.opens && role === 'dropdown' ? ['expanded: true'] : []),
		];
		const name = given.length === 0 ? '' : `, {${given.join(', ')}}`;
		return `${within}.getByRole(${JSON.stringify(ariaRole).replaceAll('"', "'")}${name})`;
	}
	if (phrase !== '' && role === 'form')
		return `${within}.locator('form, [role=form]').filter({hasText: ${textCode(phrase, names)}})`;
	// `the menu` of a record is opened by what says so, or by its dots.
	if (phrase === '' && role === 'menu' && scopes.some(({kind}) => kind === 'row'))
		return `${within}.locator('summary, [aria-haspopup], button').or(${within}.getByText(/^\\s*[⋯⋮…☰]\\s*$/)).filter({hasText: /^(?:\\W*|.*\\b(?:menu|actions|options|more)\\b.*)$/i}).first()`;
	// `the spinner`, `the message`: only what it is.
	const kinds = role === null ? [] : meanings[role].first;
	if (phrase === '' && kinds.length > 0 && kinds[0] !== 'text') {
		const [first, ...others] = kinds.map(kind => `${within}.getByRole('${kind}')`);
		return `${first}${others.map(other => `.or(${other})`).join('')}${ordinal === null ? '' : placeCode(ordinal)}`;
	}
	return `${within}.getByText(${textCode(phrase, names)}).filter({visible: true})`;
}

const byRole: RoleWord[] = [
	'button',
	'link',
	'tab',
	'checkbox',
	'radio',
	'switch',
	'heading',
	'image',
	'row',
	'table',
	'list',
	'dialog',
	'option',
	'slider',
	'menu item',
	'dropdown',
	'field',
];
const ariaOf = (word: RoleWord) => (byRole.includes(word) ? meanings[word].first[0] : undefined);

/** Rows of tables, cards, entries of lists: what has an ordinal. What a menu holds is none of the page's records. */
const recordsCode = (code: string): string => {
	const records = `${code}.${recordRoles['table']}.or(${code}.getByRole('article')).or(${code}.getByRole('listitem').filter({hasNot: page.getByRole('link')}))`;
	return code === 'page' ? `${records}.and(page.locator(':not(nav *, [role=navigation] *)'))` : records;
};

export const placeCode = (ordinal: number | 'last'): string =>
	ordinal === 'last' ? '.last()' : `.nth(${ordinal - 1})`;

/** Records may be built of plain boxes: what stands around the text and has a box of its kind beside it. */
const boxAround =
	'xpath=ancestor::*[@class and (@class = preceding-sibling::*/@class or @class = following-sibling::*/@class)][1]';
const anyRecordCode = (code: string, text: string, names: Names): string =>
	`${code}.getByRole('row').or(${code}.getByRole('listitem')).or(${code}.getByRole('article')).or(${code}.getByText(${textCode(text, names)}).locator('${boxAround}'))`;

/** Where the target stands, as far as its scopes are words of Playwright's. */
function scopeCode(target: Target, names: Names, isAround: boolean): string {
	return target.scopes.reduce((code, scope) => {
		if (scope.kind === 'row')
			return scope.conditions.reduce(
				(row, {text}) => `${row}.filter({hasText: ${textCode(text, names)}})`,
				isAround ? anyRecordCode(code, scope.conditions[0]!.text, names) : `${code}.getByRole('row')`,
			);
		if (scope.kind === 'row_at') return `${recordsCode(code)}${placeCode(scope.ordinal)}`;
		if (scope.kind === 'area' && scope.role !== null && scope.name === null) {
			const role = ariaOf(scope.role);
			return role === undefined ? code : `${code}.getByRole('${role}')`;
		}
		// Where nothing is called so, what was found stands in the middle of the page.
		if (scope.kind === 'area' && scope.name !== null && namesResults(scope.name))
			return `${code}.locator('main, [role=main], body:not(:has(main, [role=main]))').last()`;
		if (scope.kind === 'area' && scope.name !== null) {
			return `${code}.locator('*').filter({has: page.getByRole('heading', {name: ${patternCode(scope.name)}})}).last()`;
		}
		return code;
	}, 'page');
}
