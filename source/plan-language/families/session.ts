import {type Draft, type Family, one, type Form} from '../draft.ts';
import {byForms, form} from '../pattern.ts';
import type {Part} from '../reading.ts';
import {type Token, word} from '../tokens.ts';
import {textOf} from '../tokens.ts';
import {dataOf, writtenValue} from '../values.ts';

const project = [one({op: 'login', username: null, password: null})];
const logIn =
	'(log in|login|sign in|log on|log into|sign into|authenticate|login into|login to|log in to|sign in to|sign on)';
const ours =
	"(the|a|an|your|my|our) [project|test|stored|saved|configured|default|project's|valid|given] [user|account|credentials|login|test account|test user|user account|project account]";
const site =
	'[the|my|your|our] [site|website|app|application|account|system|dashboard|page|shop|store|portal|web application]';

/** `log in`, with the project's account or a given one. */
const logins: Form[] = [
	form(`${logIn} [to|into] ${site}`, () => project),
	form(`${logIn} [to|into] ${site} (with|as|using|by using) ${ours}`, () => project),
	form(
		`${logIn} (with|as|using) (the|your|my|our) (project's|project's own|project|stored|saved|test) (account|credentials|user|login|test account)`,
		() => project,
	),
	form(
		`${logIn} (with|using) (valid|correct|the correct|the valid|stored|project) (credentials|account|login)`,
		() => project,
	),
	form(
		`fill [in] (the|my|your) (e-mail|email|username|user name) and [the] password of [the|my|your] [test|project|project's] account and (press|click|tap) {button}`,
		() => project,
	),
	form(
		`${logIn} [to|into] ${site} (with|as|using) [the] [user|username|user name|email|e-mail|account] {name} (and|with|/|,|using|and with|with the|and the) [the] password {password}`,
		({name, password}) => given(name!, password!),
	),
	form(
		`${logIn} [to|into] ${site} (with|as|using) {name} (/|:|with|using|,) {password} [as the password|as password]`,
		({name, password}) => given(name!, password!),
	),
	form(
		`${logIn} [to|into] ${site} (with|using) [the] (username|user name|email|e-mail) {name} and [the] password {password}`,
		({name, password}) => given(name!, password!),
	),
];

/** An address in the sentence is opened first: `log in at https://… as "jane" with password VAR_PASS`. */
function loginAt(tokens: readonly Token[]): Draft[] {
	const at = tokens.findIndex(({text, kind}) => kind !== 'quoted' && /^\(?https?:\/\/\S+$/.test(text));
	if (at < 1 || !/^(?:log|login|sign)$/.test(tokens[0]!.lower)) return [];
	const address = tokens[at]!.text.replace(/^\(|\)$/g, '');
	const before = tokens.slice(0, at);
	const isPlace = /^(?:at|on|to|into|in)$/.test(before.at(-1)?.lower ?? '');
	const head = isPlace ? before.slice(0, -1) : before;
	const rest = tokens.slice(at + 1).filter(({text}, index) => index > 0 || !/^[-–,:]$/.test(text));
	const found = byForms(logins, [
		...plainHead(head),
		...(rest.length > 0 && !/^(?:as|with|using)$/.test(rest[0]!.lower) ? [asWord] : []),
		...rest,
	])[0];
	return found && 'parts' in found ? [{parts: [{op: 'goto', address}, ...found.parts]}] : [];
}
const asWord = word('as');

/** `log in to Node-RED` → `log in`: the name of the site says no more than its address. */
function plainHead(tokens: readonly Token[]): readonly Token[] {
	const place = tokens.findIndex(({lower}) => /^(?:as|with|using)$/.test(lower));
	const login: Token = {...tokens[0]!, text: 'login', lower: 'login'};
	return [login, ...(place > 0 ? tokens.slice(place) : [])];
}

/** "log in, sign in with the project's account, log in as "jane" with password VAR_PASS". */
export const login: Family = tokens => {
	const isTried = /^(?:try|attempt)$/.test(tokens[0]?.lower ?? '') && tokens[1]?.lower === 'to';
	const wrong = tokens.findIndex(
		({lower}, at) => /^(?:wrong|incorrect|invalid|bad)$/.test(lower) && tokens[at + 1]?.lower === 'password',
	);
	if (!isTried && wrong < 0) return loggedIn(tokens);
	const said = tokens.filter((_, at) => at !== wrong && !(isTried && at < 2));
	return loggedIn(said).map(draft => ('parts' in draft ? {...draft, parts: draft.parts.map(tried)} : draft));
};

const tried = (part: Part): Part => (part.op === 'login' ? {...part, mayFail: true} : part);

const loggedIn: Family = tokens => {
	const withAddress = loginAt(tokens);
	if (withAddress.length > 0) return withAddress;
	const out = byForms(logouts, tokens);
	return (out.length > 0 ? out : byForms(logins, tokens)).slice(0, 1);
};

const logouts: Form[] = [
	form(`(log out|logout|sign out|log off|sign off) [of|from] ${site}`, () => [
		one({op: 'do', verb: 'log out', object: null}),
	]),
];

function given(name: readonly Token[], password: readonly Token[]): Draft[] {
	const [username, secret] = [dataOf(name) ?? (name.length === 1 ? writtenValue(name) : null), dataOf(password)];
	return username && secret && name.length === 1 && password.length === 1
		? [one({op: 'login', username, password: secret})]
		: [];
}

const box =
	'(alert|confirmation|confirm|prompt|dialog box|browser dialog|alert box|alert dialog|confirm dialog|confirmation alert|native dialog|javascript alert|js alert|popup alert|confirmation prompt|confirm box|browser confirm box|browser confirm dialog|browser confirmation|browser confirm|browser alert|browser prompt|confirmation popup)';
const dialogs: Form[] = [
	form(`(accept|confirm|ok|approve|agree to) [the|this|that|all] ${box}`, () => [
		one({op: 'dialog', answer: 'accept', text: null}),
	]),
	form(`(press|click|choose|tap) [on] ok (in|on|of) [the] ${box}`, () => [
		one({op: 'dialog', answer: 'accept', text: null}),
	]),
	form(`(dismiss|cancel|reject|decline|close) [the|this|that] ${box}`, () => [
		one({op: 'dialog', answer: 'dismiss', text: null}),
	]),
	form(`(type|enter|write) {text} (in|into) [the] ${box} and (accept|confirm|press ok|click ok) [it]`, ({text}) => {
		const value = dataOf(text!);
		return value ? [one({op: 'dialog', answer: 'accept', text: value})] : [];
	}),
	form(`(answer|fill) [the] ${box} with {text}`, ({text}) => {
		const value = dataOf(text!);
		return value ? [one({op: 'dialog', answer: 'accept', text: value})] : [];
	}),
];

/** A dialog of the browser; the answer is armed before the part in front of it. */
export const dialog: Family = tokens => byForms(dialogs, tokens).slice(0, 1);

const consentWords =
	'[the|all|all the] (cookies|cookie banner|cookie notice|cookie consent|consent banner|cookie policy|privacy banner|cookie popup|cookies banner|consent|cookie dialog|cookie bar|optional cookies|non-essential cookies)';
const clears: Form[] = [
	form(`(accept|allow|agree to|approve) ${consentWords}`, () => [one({op: 'consent', answer: 'accept'})]),
	form(`(reject|decline|refuse|deny) ${consentWords}`, () => [one({op: 'consent', answer: 'reject'})]),
	form(`(close|dismiss|hide) ${consentWords}`, () => [one({op: 'consent', answer: 'close'})]),
	form(
		'(clear|delete|remove) [the|all|all the|my] [browser] cookies [of the site|of the browser|in the browser]',
		() => [one({op: 'storage', clear: 'cookies'})],
	),
	form('(clear|empty|delete) [the] [browser] (storage|local storage|session storage|localstorage|site data)', () => [
		one({op: 'storage', clear: 'storage'}),
	]),
	form(
		'(clear|delete) [the|all|all the] [browser] (cookies and [the] storage|cookies and storage|cookies and local storage|storage and cookies|cookies and site data|browser data|browsing data)',
		() => [one({op: 'storage', clear: 'both'})],
	),
];
export const browserState: Family = tokens => byForms(clears, tokens).slice(0, 1);

const sizes: Record<string, {width: number; height: number; isTouch: boolean}> = {
	desktop: {width: 1280, height: 800, isTouch: false},
	laptop: {width: 1440, height: 900, isTouch: false},
	tablet: {width: 820, height: 1180, isTouch: true},
	phone: {width: 390, height: 844, isTouch: true},
	mobile: {width: 390, height: 844, isTouch: true},
	smartphone: {width: 390, height: 844, isTouch: true},
};
const viewports: Form[] = [
	form(
		'(set|resize|change|switch) [the] (window|viewport|browser|browser window|screen|window size|viewport size|screen size|size of the window) to {size}',
		({size}) => sized(size!),
	),
	form('(use|switch to|emulate|set) [the|a] {device} (viewport|screen|view|device|size)', ({device}) => sized(device!)),
	form('use [the] viewport {size}', ({size}) => sized(size!)),
	form('(maximize|maximise) [the] (window|browser|browser window)', () => sizedNote()),
];
export const viewport: Family = tokens => byForms(viewports, tokens).slice(0, 1);

function sized(tokens: readonly Token[]): Draft[] {
	const text = textOf(tokens)
		.toLowerCase()
		.replace(/\s/g, '')
		.replace(/^(?:the|a)(?=phone|mobile|tablet|desktop|laptop|smartphone)/, '')
		.replace(/(?:size|viewport|screen|pixels|px)$/, '');
	const known = sizes[text];
	if (known) return [one({op: 'viewport', ...known})];
	const [, width, height] = /^(\d{3,4})(?:px)?(?:x|×|by)(\d{3,4})(?:px)?$/.exec(text) ?? [];
	const inRange = (side: number) => side >= 200 && side <= 7680;
	return width && inRange(Number(width)) && inRange(Number(height))
		? [one({op: 'viewport', width: Number(width), height: Number(height), isTouch: false})]
		: [];
}

const sizedNote = (): Draft[] => [
	one(
		{op: 'viewport', width: 1440, height: 900, isTouch: false},
		'the window is set to 1440x900; there is no screen to fill',
	),
];

const everywhere = 'frames are always looked into: there is nothing to switch';
const into = '(switch|go|change|move|enter) [back|over] [to|into|in to] [the]';
const stay = one({op: 'wait', until: 'quiet', seconds: null}, everywhere);
const frames: Form[] = [
	form(`${into} (frame|iframe) [called|named|titled|with the title] {name}`, ({name}) => inFrame(name!)),
	form(`${into} {name} (frame|iframe)`, ({name}) => inFrame(name!)),
	form(
		'(switch|go|change|move|return) [back|out] [to|from] [the] (main|default|parent|top|whole|outer) (frame|content|document|page|window)',
		() => [stay],
	),
	form('(leave|exit|switch out of|go out of|move out of) [the] {name} (frame|iframe)', () => [stay]),
	form('(leave|exit|switch out of|go out of|move out of) [the] (frame|iframe)', () => [stay]),
];

/** Waits until the frame is there; what is in it is found without going there. */
function inFrame(tokens: readonly Token[]): Draft[] {
	const name = textOf(tokens);
	if (tokens.length > 4 || /^(?:main|default|parent|top|outer)$/i.test(name)) return [];
	const target = {phrase: '', isQuoted: false, role: null, scopes: [{kind: 'frame' as const, name}], ordinal: null};
	return [one({op: 'wait', until: {op: 'visible', isNegated: false, target}, seconds: null}, everywhere)];
}

const tabs: Form[] = [
	form(
		'(switch|go|change|move|navigate) [back|over] to [the] (new|newly opened|opened|second|last opened|latest|other|newest) [browser] (tab|window|page) [that opened|that was opened]',
		() => [one({op: 'tab', to: 'new'})],
	),
	form(
		'(switch|go|change|move|return) [back|over] to [the] (first|original|main|previous|initial) [browser] (tab|window|one)',
		() => [one({op: 'tab', to: 'first'})],
	),
	form('close [the|this] [current|new|second|browser] (tab|browser tab|window|browser window)', () => [
		one({op: 'tab', to: 'close'}),
	]),
];
export const tab: Family = tokens => {
	const found = byForms(tabs, tokens);
	return (found.length > 0 ? found : byForms(frames, tokens)).slice(0, 1);
};
