import {extname} from 'node:path';
import type {ScriptElement} from '../../../contract/script.ts';
import type {ActionPart} from '../../../source/plan-language/reading.ts';
import {
	capturedName,
	elementCode,
	type Names,
	patternCode,
	quoted,
	type SavedValue,
	textCode,
	valueCode,
} from './code-text.ts';
import {sampleFile} from './sample-file.ts';
import {dateLines} from './export-date.ts';
import {targetCode} from './export-target.ts';

/** The lines of an action. `by` gives the saved element of a slot. */
export function actionLines(part: ActionPart, elements: ScriptElement[], names: Names): string[] {
	const at = (slot: string) => elements.find(element => element.slot === slot);
	const code = (slot: string) => {
		const element = at(slot);
		if (element) return elementCode(element, names);
		return 'target' in part && part.target ? targetCode(part.target, names) : `page.locator(':focus')`;
	};
	const target = code('target');
	const saved = at('target')?.fingerprint;
	switch (part.op) {
		case 'goto':
			return [`await page.goto(${textCode(part.address, names)});`];
		case 'go':
			return elements.map(element => `await ${elementCode(element, names)}.click();`);
		case 'back':
			return ['await page.goBack();'];
		case 'forward':
			return ['await page.goForward();'];
		case 'reload':
			return ['await page.reload();'];
		case 'click':
		case 'do':
			return [
				...clickLines(part as Told, target),
				...elements
					.filter(({slot}) => slot.startsWith('options.'))
					.map(element => `await ${elementCode(element, names)}.click();`),
			];
		case 'consent':
			return [`await ${target}.click();`];
		case 'double_click':
			return [`await ${target}.dblclick();`];
		case 'right_click':
			return [`await ${target}.click(${clickOptions("button: 'right'", part as Told)});`];
		case 'long_press':
			return [`await ${target}.click(${clickOptions('delay: 1000', part as Told)});`];
		case 'hover':
			return [`await ${target}.hover();`];
		case 'clear':
			return [`await ${target}.clear();`, ...left(part, target)];
		case 'fill':
			if (saved?.role === 'button') {
				const {presses = 1} = part as Told;
				return [`for (let press = 0; press < ${presses}; press++) await ${target}.click();`];
			}
			return [`await ${target}.fill(${valueCode(part.value, names)});`, ...left(part, target)];
		case 'append':
			return [
				`await ${target}.press('End');`,
				`await ${target}.pressSequentially(${valueCode(part.value, names)});`,
				...left(part, target),
			];
		case 'step':
			return stepLines(part, target, saved);
		case 'sort':
			return sortLines(part, elements, target, saved, names);
		case 'search': {
			const field = at('field') ? code('field') : target;
			return [
				...(field === target ? [] : [`await ${target}.click();`]),
				`await ${field}.fill(${valueCode(part.value, names)});`,
				`await ${field}.press('Enter');`,
			];
		}
		case 'check':
		case 'uncheck':
			return [`await ${target}.${part.op}();`];
		case 'pick':
			return [isBox(saved) ? `await ${target}.check();` : `await ${target}.click();`];
		case 'select':
			return selectLines(part, elements, target, saved, names);
		case 'pick_date':
			return dateLines(part, elements, names);
		case 'press':
			return Array.from({length: part.times}, () =>
				part.target ? `await ${target}.press(${quoted(part.key)});` : `await page.keyboard.press(${quoted(part.key)});`,
			);
		case 'scroll':
			return scrollLines(part, target, names);
		case 'drag':
			return 'value' in part.to
				? slideLines(part.to.value, target, saved)
				: [`await ${target}.dragTo(${code('to')}${dropPlace(part.to.place, at('to'))});`];
		case 'upload':
			return uploadLines(part, target, saved?.tag ?? null);
		case 'download':
			return ["const download = page.waitForEvent('download');", `await ${target}.click();`, 'await download;'];
		case 'capture':
			return captureLines(
				part,
				elements.find(({slot}) => slot === 'read'),
				names,
			);
		case 'login':
			return loginLines(part, names);
		case 'dialog':
			return [];
		case 'tab':
			if (part.to === 'close') return ['await page.close();', 'page = context.pages().at(-1)!;'];
			return [`page = context.pages()${part.to === 'first' ? '[0]!' : '.at(-1)!'};`, 'await page.bringToFront();'];
		case 'storage':
			return [
				...(part.clear === 'storage' ? [] : ['await context.clearCookies();']),
				...(part.clear === 'cookies'
					? []
					: ['await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });']),
			];
		case 'viewport':
			return [`await page.setViewportSize({width: ${part.width}, height: ${part.height}});`];
		case 'wait':
			return part.until === 'quiet' ? ["await page.waitForLoadState('networkidle');"] : [];
	}
}

/** The page hears of what was typed when the field is left. */
const left = (part: object, target: string): string[] => [
	...((part as Told).hasKeys ? [`await ${target}.press('Shift');`] : []),
	...((part as Told).isLeft ? [`await ${target}.blur();`] : []),
];

/** What unfolds is left alone where it is as it is to be. */
function clickLines(told: Told, target: string): string[] {
	const {isFolding, opens, wasSo} = told;
	const isOpen = `await ${target}.evaluate(own => own.matches('[aria-expanded=true], details[open] > summary'))`;
	if (isFolding) return [`if (${opens ? `!(${isOpen})` : isOpen}) await ${target}.click();`];
	return wasSo ? [`await expect(${target}).toBeVisible();`] : [`await ${target}.click(${clickOptions('', told)});`];
}

/** What a click is told beside its target; empty: nothing. */
function clickOptions(how: string, {at}: Told): string {
	const options = [how, at && `position: {x: ${at.x}, y: ${at.y}}`].filter(Boolean).join(', ');
	return options && `{${options}}`;
}

/** As often as it was pressed when it passed, or the number that came out. */
function stepLines(part: Extract<ActionPart, {op: 'step'}> & Told, target: string, saved: Saved): string[] {
	const {presses = part.by, goal = String(part.to ?? '')} = part;
	if (saved?.role === 'button') return [`for (let press = 0; press < ${presses}; press++) await ${target}.click();`];
	if (saved?.tag === 'select') return [`await ${target}.selectOption({label: ${quoted(goal)}});`];
	if (saved?.role === 'slider') return slideLines(Number(goal), target, saved);
	return [`await ${target}.fill(${quoted(goal)});`, ...left(part, target)];
}

/** The order that was chosen, or the head of the column, clicked as often as it was when it passed. */
function sortLines(
	{labels = [], presses = 1}: Extract<ActionPart, {op: 'sort'}> & Told,
	elements: ScriptElement[],
	target: string,
	saved: Saved,
	names: Names,
): string[] {
	if (labels.length === 0) return [`for (let press = 0; press < ${presses}; press++) await ${target}.click();`];
	const values = labels.map(text => ({text, isQuoted: true}));
	return selectLines({op: 'select', target: null, values, labels}, elements, target, saved, names);
}

type Saved = ScriptElement['fingerprint'] | undefined;

const isBox = (saved: Saved): boolean =>
	[saved?.role, saved?.type].some(kind => kind === 'radio' || kind === 'checkbox');

/** A slider of the page's own is moved by its keys, as the interpreter does it. */
const slideLines = (value: number, target: string, saved: Saved): string[] =>
	saved === undefined || saved.tag === 'input'
		? [`await ${target}.fill('${value}');`]
		: [
				`const slider = ${target};`,
				"const now = async () => Number(await slider.getAttribute('aria-valuenow'));",
				`for (let key = 0; key < 400 && (await now()) !== ${value}; key++)`,
				`\tawait slider.press((await now()) < ${value} ? 'ArrowRight' : 'ArrowLeft');`,
				`expect(await now()).toBe(${value});`,
			];

/** Above or below another one: at its edge. */
function dropPlace(place: 'onto' | 'above' | 'below', to: ScriptElement | undefined): string {
	const box = to?.fingerprint.box;
	if (place === 'onto' || !box) return '';
	const y = place === 'above' ? 2 : Math.max(1, Math.round(box.height) - 2);
	return `, {targetPosition: {x: ${Math.round(box.width / 2)}, y: ${y}}}`;
}

/** What a pass has kept of how the part was carried out. */
type Told = {
	/** Where in the element it was clicked, when not in its middle. */
	at?: {x: number; y: number};
	labels?: string[];
	opens?: boolean;
	/** It says whether it is open. */
	isFolding?: boolean;
	/** Nothing was clicked, as it was so. */
	wasSo?: boolean;
	/** The field was left for the claim behind it. */
	isLeft?: boolean;
	isTyped?: boolean;
	way?: 'field' | 'inside' | 'chooser' | 'drop';
	isDocument?: boolean;
	/** Of several files: which of them are documents of the project. */
	documents?: boolean[];
	presses?: number;
	/** The field listens to keys, and was told of one. */
	hasKeys?: boolean;
	goal?: string;
	/** Only the number at the end of what is read. */
	isNumber?: boolean;
};

function selectLines(
	part: Extract<ActionPart, {op: 'select'}> & Told,
	elements: ScriptElement[],
	target: string,
	saved: Saved,
	names: Names,
): string[] {
	const {values} = part as {values: SavedValue[]};
	if (saved?.tag === 'select') {
		// The label as it stands in the list; what comes from a variable is only known when it runs.
		const labels = values.map((value, place) => {
			const isFixed = !('secret' in value) && !value.text.includes('VAR_');
			const label = isFixed ? part.labels?.[place] : undefined;
			return `{label: ${label === undefined ? valueCode(value, names) : quoted(label)}}`;
		});
		return [`await ${target}.selectOption(${labels.length === 1 ? labels[0] : `[${labels.join(', ')}]`});`];
	}
	if (isBox(saved)) return [`await ${target}.check();`];
	return values.flatMap((value, place) => {
		const option = elements.find(({slot}) => slot === `options.${place}`);
		return [
			...(part.opens === false ? [] : [`await ${target}.click();`]),
			...(part.isTyped ? [`await ${target}.fill(${valueCode(value, names)});`] : []),
			option
				? `await ${elementCode(option, names)}.click();`
				: `await page.getByRole('option', {name: ${valueCode(value, names)}}).click();`,
		];
	});
}

function scrollLines(part: Extract<ActionPart, {op: 'scroll'}>, target: string, names: Names): string[] {
	const {to} = part;
	if ('until' in to)
		return [
			`const sought = ${targetCode(to.until, names)}.first();`,
			'if (!(await sought.isVisible()))',
			'\tawait expect(async () => {',
			'\t\tawait page.mouse.wheel(0, 600);',
			'\t\tawait expect(sought).toBeVisible({timeout: 200});',
			'\t}).toPass({timeout: 30_000});',
			'await sought.scrollIntoViewIfNeeded();',
		];
	if ('target' in to)
		return [
			`await ${target === "page.locator(':focus')" ? targetCode(to.target, names) : target}.scrollIntoViewIfNeeded();`,
		];
	const amount = {
		down: 'innerHeight',
		up: '-innerHeight',
		end: 'document.documentElement.scrollHeight',
		start: '-document.documentElement.scrollHeight',
	}[to.direction];
	return [`await page.evaluate(() => scrollBy(0, ${amount}));`];
}

/** Files that were made are made here too; documents of the project are expected beside the file of the test. */
function uploadLines(part: Extract<ActionPart, {op: 'upload'}> & Told, target: string, tag: string | null): string[] {
	const {more = [], way = tag === 'input' ? 'field' : 'chooser'} = part;
	const {documents = [part.isDocument === true]} = part;
	const names = [part.file, ...more];
	if (way === 'drop')
		return [...dropLines(part, names, documents), `await ${target}.dispatchEvent('drop', {dataTransfer});`];
	const codes = names.map((name, place) => (documents[place] ? quoted(name) : madeFile(name, part.bytes)));
	const isOne = codes.length === 1;
	const lines = [isOne ? `const file = ${codes[0]};` : `const files = [${codes.join(', ')}];`];
	const file = isOne ? 'file' : 'files';
	switch (way) {
		case 'field':
			return [...lines, `await ${target}.setInputFiles(${file});`];
		case 'inside':
			return [...lines, `await ${target}.locator('input[type=file]').setInputFiles(${file});`];
		case 'chooser':
			return [
				...lines,
				"const chooser = page.waitForEvent('filechooser');",
				`await ${target}.click();`,
				`await (await chooser).setFiles(${file});`,
			];
	}
}

function madeFile(name: string, bytes: number | null): string {
	const sample = sampleFile(extname(name).slice(1), 0);
	const padding = (bytes ?? 0) - sample.bytes.length;
	const made = `Buffer.from('${sample.bytes.toString('base64')}', 'base64')`;
	const buffer = padding > 0 ? `Buffer.concat([${made}, Buffer.alloc(${padding}, ' ')])` : made;
	return `{name: ${quoted(name)}, mimeType: '${sample.mimeType}', buffer: ${buffer}}`;
}

function dropLines({bytes}: {bytes: number | null}, names: readonly string[], documents: readonly boolean[]): string[] {
	const content = (name: string, place: number) =>
		documents[place] ? `readFileSync(${quoted(name)})` : `${madeFile(name, bytes)}.buffer`;
	const rows = names.map(
		(name, place) =>
			`[${content(name, place)}.toString('base64'), ${quoted(name)}, '${sampleFile(extname(name).slice(1), 0).mimeType}']`,
	);
	return [
		...(documents.includes(true) ? ["const {readFileSync} = await import('node:fs');"] : []),
		'const dataTransfer = await page.evaluateHandle(files => {',
		'\tconst transfer = new DataTransfer();',
		'\tfor (const [data, name, type] of files)',
		'\t\ttransfer.items.add(new File([Uint8Array.from(atob(data!), sign => sign.charCodeAt(0))], name!, {type: type!}));',
		'\treturn transfer;',
		`}, [${rows.join(', ')}]);`,
	];
}

/** What stands after its label is cut out of the text, as the interpreter does it. */
function captureLines(
	part: Extract<ActionPart, {op: 'capture'}> & Told,
	read: ScriptElement | undefined,
	names: Names,
): string[] {
	const name = capturedName(part.name);
	const {phrase} = part.target;
	const saved = read ? elementCode(read, names) : null;
	const at = saved ?? `page.getByText(${patternCode(phrase)}).filter({visible: true}).last()`;
	if (part.what === 'link') return [`${name} = (await ${targetCode(part.target, names)}.getAttribute('href')) ?? '';`];
	const isField = read !== undefined && ['textbox', 'searchbox', 'spinbutton'].includes(read.fingerprint.role);
	if (part.what === 'value' || isField) return [`${name} = await ${at}.inputValue();`];
	if (part.isNumber) return [`${name} = /(\\d+)\\D*$/.exec(await ${at}.innerText())?.[1] ?? '';`];
	const label = patternCode(phrase).slice(1, -2);
	return [`${name} = (await ${at}.innerText()).replace(/^.*?${label}\\s*(?:[:=]|is|are)?\\s*/is, '').trim();`];
}

/** The login step: the name and the password, on one page or on two, of the step or of the environment. */
function loginLines({username, password, mayFail}: Extract<ActionPart, {op: 'login'}>, names: Names): string[] {
	const name = username ? valueCode(username, names) : 'process.env.TEST_USERNAME!';
	const secret = password ? valueCode(password, names) : 'process.env.TEST_PASSWORD!';
	return [
		"const password = page.locator('input[type=password]').filter({visible: true}).first();",
		"const user = page.getByRole('textbox', {name: /user|e-?mail|login|account|name/i}).first();",
		"const signIn = page.getByRole('link', {name: /sign in|log ?in/i}).or(page.getByRole('button', {name: /sign in|log ?in/i})).first();",
		'await expect(password.or(user).or(signIn).first()).toBeVisible();',
		'if (!(await password.isVisible()) && (await signIn.isVisible())) await signIn.click();',
		'await expect(password.or(user).first()).toBeVisible();',
		`if (await user.isVisible()) await user.fill(${name});`,
		"if (!(await password.isVisible())) await user.press('Enter');",
		`await password.fill(${secret});`,
		"await password.press('Enter');",
		...(mayFail ? [] : ['await expect(password).toBeHidden();']),
	];
}
