import type {ScriptElement} from '../../../source/contract/script.ts';
import type {ActionPart, Value} from '../../../source/plan-language/reading.ts';
import {capturedName, elementCode, type Names, patternCode, quoted, textCode} from './code-text.ts';
import {targetCode} from './export-target.ts';

/** Values of secrets stand in the script by their name; the file asks the environment for them. */
type SavedValue = Value | {secret: string};

const valueCode = (value: SavedValue, names: Names): string =>
	'secret' in value ? `process.env.${value.secret.toUpperCase().replace(/\W/g, '_')}!` : textCode(value.text, names);

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
			// Empty is the base URL itself, with its path; `/` would be the root of its host.
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
		case 'consent':
			return [`await ${target}.click();`];
		case 'double_click':
			return [`await ${target}.dblclick();`];
		case 'right_click':
			return [`await ${target}.click({button: 'right'});`];
		case 'long_press':
			return [`await ${target}.click({delay: 1000});`];
		case 'hover':
			return [`await ${target}.hover();`];
		case 'clear':
			return [`await ${target}.clear();`];
		case 'fill':
			return [`await ${target}.fill(${valueCode(part.value, names)});`];
		case 'append':
			return [`await ${target}.press('End');`, `await ${target}.pressSequentially(${valueCode(part.value, names)});`];
		case 'search':
			return [`await ${target}.fill(${valueCode(part.value, names)});`, `await ${target}.press('Enter');`];
		case 'check':
		case 'uncheck':
			return [`await ${target}.${part.op}();`];
		case 'pick':
			return [
				saved?.role === 'radio' || saved?.role === 'checkbox' ? `await ${target}.check();` : `await ${target}.click();`,
			];
		case 'select':
			return selectLines(part.values, target, saved, names);
		case 'pick_date':
			return dateLines(part, elements, target, names);
		case 'press':
			return Array.from({length: part.times}, () =>
				part.target ? `await ${target}.press(${quoted(part.key)});` : `await page.keyboard.press(${quoted(part.key)});`,
			);
		case 'scroll':
			return scrollLines(part, target, names);
		case 'drag':
			return 'value' in part.to
				? [`await ${target}.fill('${part.to.value}');`]
				: [`await ${target}.dragTo(${code('to')});`];
		case 'upload':
			return uploadLines(part.file, part.bytes, target, saved?.tag ?? null);
		case 'download':
			return ["const download = page.waitForEvent('download');", `await ${target}.click();`, 'await download;'];
		case 'capture':
			return captureLines(part, at('target') ? target : null, saved, names);
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

type Saved = ScriptElement['fingerprint'] | undefined;

function selectLines(values: SavedValue[], target: string, saved: Saved, names: Names): string[] {
	if (saved?.tag === 'select') {
		const labels = values.map(value => `{label: ${valueCode(value, names)}}`);
		return [`await ${target}.selectOption(${labels.length === 1 ? labels[0] : `[${labels.join(', ')}]`});`];
	}
	if (saved?.role === 'radio' || saved?.role === 'checkbox') return [`await ${target}.check();`];
	return values.flatMap(value => [
		`await ${target}.click();`,
		`await page.getByRole('option', {name: ${valueCode(value, names)}}).click();`,
	]);
}

function dateLines(
	part: Extract<ActionPart, {op: 'pick_date'}>,
	elements: ScriptElement[],
	target: string,
	names: Names,
): string[] {
	const others = elements.filter(({slot}) => slot !== 'target');
	if (others.length > 0) return elements.map(element => `await ${elementCode(element, names)}.click();`);
	const {day} = part;
	if ('daysFromToday' in day) {
		return [
			`const day = new Date(Date.now() + ${day.daysFromToday} * 86_400_000);`,
			`await ${target}.fill(day.toISOString().slice(0, 10));`,
		];
	}
	const two = (value: number) => String(value).padStart(2, '0');
	return [`await ${target}.fill('${day.year}-${two(day.month)}-${two(day.day)}');`];
}

function scrollLines(part: Extract<ActionPart, {op: 'scroll'}>, target: string, names: Names): string[] {
	const {to} = part;
	if ('until' in to) return [`await ${targetCode(to.until, names)}.first().scrollIntoViewIfNeeded();`];
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

const types: Record<string, string> = {
	pdf: 'application/pdf',
	png: 'image/png',
	jpg: 'image/jpeg',
	csv: 'text/csv',
	json: 'application/json',
	txt: 'text/plain',
	zip: 'application/zip',
};

function uploadLines(file: string, bytes: number | null, target: string, tag: string | null): string[] {
	const mimeType = types[file.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream';
	const content = `{name: ${quoted(file)}, mimeType: '${mimeType}', buffer: Buffer.alloc(${bytes ?? 1024}, ' ')}`;
	if (tag === 'input') return [`await ${target}.setInputFiles(${content});`];
	return [
		"const chooser = page.waitForEvent('filechooser');",
		`await ${target}.click();`,
		`await (await chooser).setFiles(${content});`,
	];
}

/** What stands after its label is cut out of the text, as the interpreter does it. */
function captureLines(
	part: Extract<ActionPart, {op: 'capture'}>,
	saved: string | null,
	fingerprint: Saved,
	names: Names,
): string[] {
	const name = capturedName(part.name);
	const {phrase} = part.target;
	const at = saved ?? `page.getByText(${patternCode(phrase)}).filter({visible: true}).last()`;
	if (part.what === 'link')
		return [`${name} = (await ${saved ?? targetCode(part.target, names)}.getAttribute('href')) ?? '';`];
	const isField = fingerprint !== undefined && ['textbox', 'searchbox', 'spinbutton'].includes(fingerprint.role);
	if (part.what === 'value' || isField) return [`${name} = await ${at}.inputValue();`];
	const label = patternCode(phrase).slice(1, -2);
	return [`${name} = (await ${at}.innerText()).replace(/^.*?${label}\\s*(?:[:=]|is|are)?\\s*/is, '').trim();`];
}

function loginLines({username, password}: Extract<ActionPart, {op: 'login'}>, names: Names): string[] {
	const name = username ? valueCode(username, names) : 'process.env.TEST_USERNAME!';
	const secret = password ? valueCode(password, names) : 'process.env.TEST_PASSWORD!';
	return [
		"const password = page.locator('input[type=password]').first();",
		"const signIn = page.getByRole('link', {name: /sign in|log ?in/i}).or(page.getByRole('button', {name: /sign in|log ?in/i}));",
		'if (!(await password.isVisible())) await signIn.first().click();',
		`await page.getByRole('textbox', {name: /user|e-?mail|login|account|name/i}).first().fill(${name});`,
		`await password.fill(${secret});`,
		"await password.press('Enter');",
		'await expect(password).toBeHidden();',
	];
}
