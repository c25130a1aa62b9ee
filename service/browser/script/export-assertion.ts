import type {ScriptElement} from '../../../contract/script.ts';
import type {AssertionPart, Comparison, Target, Value} from '../../../source/plan-language/reading.ts';
import {literalPattern} from '../../domain/literal-pattern.ts';
import {asFieldHolds} from '../resolve/compare.ts';
import {signUp, signUpSays} from '../resolve/sign-up.ts';
import {startNames} from '../resolve/start-page.ts';
import {toldWordsOf} from '../resolve/told.ts';
import {toldPattern} from '../resolve/written.ts';
import {
	elementCode,
	type Names,
	looseCode,
	numberMatcher,
	patternCode,
	poll,
	quoted,
	textCode,
	visibleOnly,
} from './code-text.ts';
import {cellCode, columnLines, rowsOfTable} from './export-columns.ts';
import {eachLines, stateCountLines} from './export-each.ts';
import {countLines, recordLine, recordsCode} from './export-records.ts';
import {targetCode} from './export-target.ts';
import {recordRoles} from './records.ts';

/** The lines of an assertion, each an `expect` of Playwright; a claim without an element knows the frames that it held in. */
export function assertionLines(part: AssertionPart, elements: ScriptElement[], names: Names): string[] {
	const {frames} = part as {frames?: string[]};
	const lines = linesOf(part, elements, names);
	if (!frames || elements.length > 0) return lines;
	const inside = `page${frames.map(frame => `.frameLocator(${quoted(frame)})`).join('')}`;
	return lines.map(line => line.replace(/(\bexpect\(|\bawait )page(?=\.(?:getBy|locator))/g, `$1${inside}`));
}

function linesOf(part: AssertionPart, elements: ScriptElement[], names: Names): string[] {
	const saved = elements.find(element => element.slot === 'target');
	const records = recordsCode(elements, names);
	const not = part.isNegated ? '.not' : '';
	const at = (target: Target) => (saved ? elementCode(saved, names) : targetCode(target, names));
	switch (part.op) {
		case 'visible':
			if (part.isNegated) return [`await expect(${visibleOnly(targetCode(part.target, names))}).toHaveCount(0);`];
			if (part.target.opens && ['combobox', 'button'].includes(saved?.fingerprint.role ?? ''))
				return [`await expect(${at(part.target)}).toHaveAttribute('aria-expanded', 'true');`];
			return [`await expect(${saved ? at(part.target) : `${targetCode(part.target, names)}.first()`}).toBeVisible();`];
		case 'text':
			return [recordLine(part.within, part.text, records, names, not) ?? textLine(part, names, not)];
		case 'value':
		case 'labelled_text':
			return [
				(part.comparison === 'contains' && recordLine(part.target, part.value, records, names, not)) ||
					(saved
						? valueLine(at(part.target), saved, part.comparison, part.value, names, not)
						: besideLabel(part.target, part.value, names, part.isNegated)),
			];
		case 'cell':
			return cellLines(part, records, names, not);
		case 'count':
			return part.state === undefined
				? countLines(part, elements, names, not)
				: stateCountLines({...part, state: part.state}, saved, names, not);
		case 'each':
			return eachLines(part, saved, names, not);
		case 'state':
			return [stateLine(at(part.target), saved, part, not)];
		case 'url':
			return [`await expect(page)${not}.toHaveURL(${urlCode(part.comparison, part.value.text, names)});`];
		case 'title':
			return [`await expect(page)${not}.toHaveTitle(${comparedCode(part.comparison, part.value, names)});`];
		case 'page':
			return [
				poll(
					`[page.url(), await page.title(), ...(await page.getByRole('heading').allInnerTexts())${signIn.test(part.name) ? signInButtons : ''}${signUp.test(part.name.trim()) ? signUpPage(part.name) : ''}${startNames.test(part.name.trim()) ? `, new URL(page.url()).pathname === '/' ? ${quoted(part.name)} : ''` : ''}].join('\\n')`,
					`${not}.toMatch(${patternCode(part.name.replace(/(?<=\p{L})-(?=\p{L})/gu, ' '))})`,
				),
			];
		case 'order':
			return [
				poll(
					`await page.locator('body').innerText()`,
					`${not}.toMatch(${orderPattern(part.first.phrase, part.second.phrase)})`,
				),
			];
		case 'sorted':
			return sortedLines(part, names, not);
		case 'position':
			return positionLines(part, elements, names, not);
		case 'attribute':
			return [
				`await expect(${at(part.target)})${not}.toHaveAttribute('${part.attribute}', ${comparedCode(part.comparison, part.value, names)});`,
			];
		case 'downloaded':
			return [downloadLine(part, names, not)];
		case 'new_tab':
			return [
				poll('context.pages().length', `${not}.toBeGreaterThan(1)`),
				...(part.heading === null
					? []
					: [
							`await expect(context.pages().at(-1)!.getByText(${textCode(part.heading, names)}).first()).toBeVisible();`,
						]),
			];
		case 'no_console_errors':
			return ['expect(consoleErrors).toEqual([]);'];
		case 'no_failed_requests':
			return ['expect(failedRequests).toEqual([]);'];
		case 'request':
			return [poll('answers', `${not}.toContainEqual(expect.stringMatching(${requestPattern(part)}))`)];
	}
}

function downloadLine(part: Extract<AssertionPart, {op: 'downloaded'}>, names: Names, not: string): string {
	const named = part.file === null ? '' : `.filter(one => one.suggestedFilename() === ${textCode(part.file, names)})`;
	if (part.text === null) return poll(`downloads${named}.length`, `${not}.toBeGreaterThan(0)`);
	const read = `await Promise.all(downloads${named}.map(async one => readFileSync(await one.path(), 'utf8')))`;
	return poll(`(${read}).join('\\n')`, `${not}.toContain(${textCode(part.text.text, names)})`);
}

const fieldRoles = ['textbox', 'searchbox', 'spinbutton'];

function valueLine(
	at: string,
	saved: ScriptElement | undefined,
	comparison: Comparison,
	given: Value,
	names: Names,
	not: string,
): string {
	const {role, tag, type, name} = saved?.fingerprint ?? {role: '', tag: null, type: null, name: ''};
	const value = {...given, text: asFieldHolds({type: type ?? null, name}, given.text)};
	// A slider of the page's own says its value as an attribute.
	if (tag !== 'input' && role === 'slider') {
		const shown = `await ${at}.evaluate(one => one.getAttribute('aria-valuetext') ?? one.getAttribute('aria-valuenow') ?? '')`;
		return isNumeric(comparison)
			? poll(`numberIn(${shown})`, `${not}.${numberMatcher(comparison)}(${numberCode(value, names)})`)
			: poll(shown, `${not}.toMatch(${looseCode(value.text, names)})`);
	}
	if (isNumeric(comparison)) {
		const read = fieldRoles.includes(role) ? 'inputValue()' : 'innerText()';
		return poll(`numberIn(await ${at}.${read})`, `${not}.${numberMatcher(comparison)}(${numberCode(value, names)})`);
	}
	if (tag === 'select')
		return `await expect(${at}.locator('option:checked'))${not}.toHaveText(${comparedCode(comparison, value, names)});`;
	if (fieldRoles.includes(role))
		return `await expect(${at})${not}.toHaveValue(${comparedCode(comparison, value, names)});`;
	// The element may hold its label too.
	const isPlain = comparison === 'equals' || comparison === 'contains';
	const isOther = comparison === 'differs' ? (not === '' ? '.not' : '') : not;
	if (comparison === 'matches' && given.text.startsWith('^') && !/VAR_/.test(given.text))
		return `await expect(${at})${not}.toHaveText(new RegExp(${quoted(`(?:^|\\s)${given.text.slice(1)}`)}));`;
	return isPlain || comparison === 'differs'
		? `await expect(${at})${isOther}.toContainText(${textCode(value.text, names)}${value.isQuoted ? '' : ', {ignoreCase: true}'});`
		: `await expect(${at})${not}.toHaveText(${comparedCode(comparison, value, names)});`;
}

const isNumeric = (comparison: Comparison) => ['greater', 'at_least', 'less', 'at_most'].includes(comparison);
const numberCode = (value: Value, names: Names) => {
	const plain = value.text.replace(/[^\d.-]/g, '');
	return /VAR_/.test(value.text) ? `Number(${textCode(value.text, names)}.replace(/[^\\d.-]/g, ''))` : plain;
};

/** A text for what is equal, a pattern for the rest. */
function comparedCode(comparison: Comparison, value: Value, names: Names): string {
	const source = patternCode(value.text).slice(1, -2);
	const flags = value.isQuoted ? '' : 'i';
	if (/VAR_/.test(value.text))
		return comparison === 'equals' ? textCode(value.text, names) : `new RegExp(${textCode(value.text, names)})`;
	switch (comparison) {
		case 'matches':
			return `new RegExp(${quoted(value.text.replace(/^\/(.*)\/$/, '$1'))})`;
		case 'equals':
			return value.isQuoted ? quoted(value.text) : `/^\\s*${source}\\s*$/i`;
		case 'starts_with':
			return `/^\\s*${source}/${flags}`;
		case 'ends_with':
			return `/${source}\\s*$/${flags}`;
		case 'differs':
			return `/^(?!\\s*${source}\\s*$)/${flags}`;
		default:
			return `/${source}/${flags}`;
	}
}

/** Paths are compared with the path, as the interpreter does. */
function urlCode(comparison: Comparison, text: string, names: Names): string {
	if (/VAR_/.test(text)) return `new RegExp(${textCode(text, names)})`;
	const source = patternCode(text).slice(1, -2);
	if (comparison === 'matches') return `new RegExp(${quoted(text)})`;
	if (comparison === 'equals')
		return text.startsWith('/') ? `/^[a-z]+:\\/\\/[^/]+${source}(?:[?#].*)?$/` : `/^${source}\\/?$/`;
	if (comparison === 'starts_with') return text.startsWith('/') ? `/^[a-z]+:\\/\\/[^/]+${source}/` : `/^${source}/`;
	return comparison === 'ends_with' ? `/${source}\\/?$/` : `/${source}/`;
}

function textLine(part: Extract<AssertionPart, {op: 'text'}>, names: Names, not: string): string {
	if (part.isTold) {
		const told = toldWordsOf(part.text.text)
			.map(word => `(?=.*${literalPattern(word)})`)
			.join('');
		const found = `page.locator('body *').filter({visible: true, hasText: new RegExp(${quoted(`^${told}`)}, 'isu')})`;
		return `await expect(${found}.last())${not}.toBeVisible();`;
	}
	if (part.isReported) {
		const inside = part.within ? targetCode(part.within, names) : 'page';
		const found = `${inside}.getByText(new RegExp(${quoted(toldPattern(part.text.text))}, 'iu')).filter({visible: true})`;
		return `await expect(${found}.first())${not}.toBeVisible();`;
	}
	if (part.within === null) return seenText(part.text, names, part.isNegated, part.isOfAccount);
	if (part.within.role === 'list' && part.within.phrase === '' && part.within.scopes.length === 0)
		return listedText(part, names);
	const place =
		part.within.phrase === '' && part.within.role !== null
			? targetCode(part.within, names)
			: `page.locator('*').filter({has: page.getByText(${patternCode(part.within.phrase)})}).last().locator('..')`;
	// Of several messages, with or without a role, one says it.
	if (part.within.role === 'message' && part.within.phrase === '' && part.comparison === 'contains' && !part.isNegated)
		return `await expect(${place}.or(page.locator('${messageClasses}')).filter({visible: true, hasText: ${looseCode(part.text.text, names)}}).first()).toBeVisible();`;
	return `await expect(${place}.first())${not}.toContainText(${looseCode(part.text.text, names)});`;
}

/** What pages call a message that has no role. */
const messageClasses =
	'.alert, .error, .errors, .success, .warning, .danger, .message, .messages, .messagelist, .errornote, .toast, .notice, .notification, .flash, .snackbar';

/** Tags and roles of what a page lists; ways to other pages are none of it. */
const lists = [
	'ul',
	'ol',
	'dl',
	'table',
	...['list', 'listbox', 'feed', 'grid', 'treegrid'].map(role => `[role=${role}]`),
]
	.map(one => `${one}:not(nav *, header *, footer *, [role=navigation] *, [role=menu] *)`)
	.join(', ');

/** `the list` of a page with several is any of them, and what is gone from the list is in none. */
function listedText({text, isNegated}: Extract<AssertionPart, {op: 'text'}>, names: Names): string {
	const holding = `page.locator(${quoted(lists)}).filter({visible: true, hasText: ${looseCode(text.text, names)}})`;
	if (isNegated) return `await expect(${holding}).toHaveCount(0);`;
	// Boxes that repeat are a list without any tag that says so.
	return `await expect(${holding}.or(page.getByText(${looseCode(text.text, names)})).first()).toBeVisible();`;
}

/** Text anywhere on the page, as a person sees it. */
const seenText = (value: Value, names: Names, isNegated: boolean, isOfAccount = false): string => {
	const outside = isOfAccount ? ".and(page.locator('header *, nav *, :not(tr *, li *, article *, h1, h2, h3)'))" : '';
	const found = `page.getByText(${textCode(value.text, names)})${outside}.filter({visible: true})`;
	return isNegated ? `await expect(${found}).toHaveCount(0);` : `await expect(${found}.first()).toBeVisible();`;
};

/** Without an element of its own: in the text that names it, or beside it; where nothing is called so, anywhere. */
function besideLabel({phrase}: Target, value: Value, names: Names, isNegated: boolean): string {
	if (phrase === '') return seenText(value, names, isNegated);
	const label = looseCode(phrase, names);
	const text = `hasText: ${textCode(value.text, names)}`;
	const beside = `locator('xpath=self::* | following-sibling::*[1] | .. | ../following-sibling::*[1]')`;
	const found =
		`page.getByText(${label}).${beside}.filter({visible: true, ${text}})` +
		`.or(page.locator('body').filter({${text}, hasNotText: ${label}}))`;
	return isNegated ? `await expect(${found}).toHaveCount(0);` : `await expect(${found}.first()).toBeVisible();`;
}

function cellLines(
	part: Extract<AssertionPart, {op: 'cell'}>,
	known: string | null,
	names: Names,
	not: string,
): string[] {
	const rows = part.column === '' ? `page.${recordRoles['table']}` : rowsOfTable;
	const {scope} = part;
	const texts = scope.kind === 'row' ? scope.conditions.map(({text}) => textCode(text, names)) : [];
	const row =
		scope.kind === 'row'
			? scope.conditions.reduce((code, {text}) => `${code}.filter({hasText: ${textCode(text, names)}})`, rows)
			: scope.kind === 'row_at'
				? `${rows}${scope.ordinal === 'last' ? '.last()' : `.nth(${scope.ordinal - 1})`}`
				: rows;
	if (part.column === '') {
		const records = known ?? "page.locator('tr, li, article, [role=row], [role=listitem]')";
		const record =
			scope.kind === 'row'
				? scope.conditions.reduce((code, {text}) => `${code}.filter({hasText: ${textCode(text, names)}})`, records)
				: row;
		const said = `${record}.last().getByText(${patternCode(part.value.text).replace(/^\/(.*)\/i$/s, '/^\\s*$1\\s*$/i')}).first()`;
		return [`await ${record}.last().waitFor();`, `await expect(${said})${not}.toBeVisible();`];
	}
	const cell = cellCode(row);
	const check = isNumeric(part.comparison)
		? poll(
				`numberIn(await ${cell}.innerText())`,
				`${not}.${numberMatcher(part.comparison)}(${numberCode(part.value, names)})`,
			)
		: `await expect(${cell})${not}.toHaveText(${comparedCode(part.comparison, part.value, names)});`;
	return [...columnLines(part.column, texts), check];
}

/** What says of itself that its value is refused, or what the browser refuses. */
const refused = '[aria-invalid]:not([aria-invalid="false"], [aria-invalid=""]), :user-invalid:not([aria-invalid])';

/** How a button or link says that it is the one of several. */
const chosen =
	'[aria-pressed=true], [aria-selected=true], [aria-checked=true], [aria-current]:not([aria-current=false]), .active, .selected, .current, [class$=-active], li:is(.active, .selected, .current) > *';

function stateLine(
	at: string,
	saved: ScriptElement | undefined,
	{state, target}: Extract<AssertionPart, {op: 'state'}>,
	not: string,
): string {
	const {role = '', type = null} = saved?.fingerprint ?? {};
	const isTicked = ['checkbox', 'radio', 'switch'].includes(role) || type === 'checkbox' || type === 'radio';
	// The way to a cart is empty where its number is none, or where the page says so.
	if (state === 'empty' && ['link', 'button'].includes(role)) {
		const told = `page.getByText(new RegExp(${quoted(toldPattern(`${target.phrase} is empty`))}, 'iu')).filter({visible: true})`;
		const number = String.raw`/(\d{1,6})\D*$/.exec(await ${at}.innerText())?.[1]`;
		return poll(`Number(${number} ?? ((await ${told}.count()) > 0 ? 0 : Number.NaN))`, `${not}.toBe(0)`);
	}
	if (state === 'selected' && ['link', 'button'].includes(role))
		return poll(`await ${at}.evaluate(one => one.matches(${quoted(chosen)}))`, `.toBe(${not === ''})`);
	if ((state === 'checked' || state === 'unchecked') && role === 'button')
		return `await expect(${at})${not}.toHaveAttribute('aria-pressed', '${state === 'checked'}');`;
	// A link has no other way to say it than by its class.
	if (state === 'disabled' && saved?.fingerprint.tag === 'a')
		return `await expect(${at})${not}.toHaveClass(/(?:^|[\\s_-])disabled(?:\\s|$)/i);`;
	if (state === 'invalid')
		return poll(`await ${at}.evaluate(field => field.matches(${quoted(refused)}))`, `.toBe(${not === ''})`);
	const matchers: Record<typeof state, string> = {
		checked: 'toBeChecked()',
		unchecked: 'toBeChecked({checked: false})',
		disabled: 'toBeDisabled()',
		enabled: 'toBeEnabled()',
		selected: isTicked ? 'toBeChecked()' : "toHaveAttribute('aria-selected', 'true')",
		required: "toHaveJSProperty('required', true)",
		focused: 'toBeFocused()',
		read_only: 'toBeEditable({editable: false})',
		expanded: "toHaveAttribute('aria-expanded', 'true')",
		collapsed: "toHaveAttribute('aria-expanded', 'false')",
		masked: "toHaveAttribute('type', 'password')",
		empty: fieldRoles.includes(role) ? "toHaveValue('')" : 'toBeEmpty()',
	};
	return `await expect(${at})${not}.${matchers[state]};`;
}

const orderPattern = (first: string, second: string) =>
	`/${patternCode(first).slice(1, -2)}[\\s\\S]*${patternCode(second).slice(1, -2)}/i`;
const requestPattern = ({method, path, status}: Extract<AssertionPart, {op: 'request'}>) =>
	`/^${method} \\S*${patternCode(path).slice(1, -2)}\\S* ${status}$/`;

function sortedLines(part: Extract<AssertionPart, {op: 'sorted'}>, _names: Names, not: string): string[] {
	const sign = part.direction === 'ascending' ? '' : '-';
	return [
		...columnLines(part.column),
		'await expect.poll(async () => {',
		`\tconst rows = await ${rowsOfTable}.all();`,
		`\tconst texts = await Promise.all(rows.map(row => ${cellCode('row')}.innerText()));`,
		'\tconst values = [texts.map(numberIn), texts.map(dayIn)].find(all => all.every(Number.isFinite));',
		"\tconst order = (a: number, b: number) => values ? values[a]! - values[b]! : texts[a]!.toLowerCase().localeCompare(texts[b]!.toLowerCase(), 'en');",
		`\treturn texts.every((_, at) => at === 0 || ${sign}order(at - 1, at) <= 0);`,
		`})${not}.toBe(true);`,
	];
}

function positionLines(
	part: Extract<AssertionPart, {op: 'position'}>,
	elements: ScriptElement[],
	names: Names,
	not: string,
): string[] {
	const of = elements.find(({slot}) => slot === 'of');
	const target = elements.find(({slot}) => slot === 'target');
	const code = (element: ScriptElement | undefined, wanted: Target) =>
		element ? elementCode(element, names) : `${targetCode(wanted, names)}.first()`;
	const holds = {
		above: 'one.y + one.height <= other.y + 1',
		below: 'other.y + other.height <= one.y + 1',
		left_of: 'one.x + one.width <= other.x + 1',
		right_of: 'other.x + other.width <= one.x + 1',
		inside:
			'one.x >= other.x - 1 && one.y >= other.y - 1 && one.x + one.width <= other.x + other.width + 1 && one.y + one.height <= other.y + other.height + 1',
	}[part.relation];
	return [
		'await expect.poll(async () => {',
		`\tconst one = (await ${code(target, part.target)}.boundingBox())!;`,
		`\tconst other = (await ${code(of, part.of)}.boundingBox())!;`,
		`\treturn ${holds};`,
		`})${not}.toBe(true);`,
	];
}

const signIn = /^(?:sign|log)[ -]?in$/i;
/** Where a password is asked for, the button that signs in says what page it is. */
const signUpPage = (name: string): string =>
	`, ...((await page.locator('input[type=password]').filter({visible: true}).count()) > 0 && (await page.getByRole('heading').or(page.getByRole('button')).filter({hasText: ${signUpSays}, visible: true}).count()) > 0 ? [${quoted(name)}] : [])`;

const signInButtons =
	", ...((await page.locator('input[type=password]').filter({visible: true}).count()) > 0 ? await page.getByRole('button', {name: /^\\s*(?:sign|log)[ -]?in\\s*$/i}).allInnerTexts() : [])";
