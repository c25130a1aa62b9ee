import type {Choice, Comparison, DayValue, Part, Scope, Target, Value} from './reading.ts';
import {quoted} from './tokens.ts';

const valueText = ({text, isQuoted}: Value): string =>
	isQuoted || !/^VAR_[A-Z0-9_]+$/.test(text) ? quoted(text) : text;

const choiceText = ({place, ...value}: Choice): string =>
	place === undefined ? valueText(value) : `the ${place === 'last' ? place : ordinalText(place)} option`;

const relations = {
	next_to: 'next to',
	below: 'below',
	above: 'above',
	left_of: 'left of',
	right_of: 'right of',
	between: 'between',
	inside: 'inside',
} as const;

/** `the 2nd button "Edit" in the row of "A-1002"`. */
export function describeTarget(target: Target): string {
	const {phrase, role, ordinal, selector} = target;
	if (selector) return `${selector.by}=${selector.value}`;
	const which = ordinal === null ? '' : ordinal === 'last' ? 'last ' : `${ordinalText(ordinal)} `;
	const name = phrase === '' ? '' : quoted(phrase);
	const kind = target.tone ? `${target.tone} ${role}` : role;
	const what = kind === null ? name || 'element' : name ? `${kind} ${name}` : kind;
	const purpose = target.purpose ? ` (${target.purpose})` : '';
	return `the ${which}${what}${target.scopes
		.toReversed()
		.map(scope => ` ${describeScope(scope)}`)
		.join('')}${purpose}`;
}

/** `1st`, `22nd`, `113th`. */
export const ordinalText = (number: number): string => {
	const ending = number % 100 >= 11 && number % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
	return `${number}${ending}`;
};

function describeScope(scope: Scope): string {
	switch (scope.kind) {
		case 'row':
			return `in the row ${scope.conditions.map(({column, text}) => (column === null ? `of ${quoted(text)}` : `where ${column} is ${quoted(text)}`)).join(' and ')}`;
		case 'row_at':
			return `in the ${scope.ordinal === 'last' ? 'last' : ordinalText(scope.ordinal)} row`;
		case 'area':
			return `in the ${[scope.name === null ? '' : quoted(scope.name), scope.role ?? (scope.name === null ? 'area' : '')].filter(Boolean).join(' ')}`;
		case 'frame':
			return `in the frame ${quoted(scope.name)}`;
		case 'near':
			return `${relations[scope.relation]} ${scope.anchors.map(describeTarget).join(' and ')}`;
	}
}

const compared: Record<Comparison, string> = {
	equals: 'is',
	contains: 'contains',
	matches: 'matches',
	starts_with: 'starts with',
	ends_with: 'ends with',
	greater: 'is greater than',
	at_least: 'is at least',
	less: 'is less than',
	at_most: 'is at most',
	differs: 'differs from',
};

const dayText = (day: DayValue): string =>
	'daysFromToday' in day
		? day.daysFromToday === 0
			? 'today'
			: `today ${day.daysFromToday > 0 ? '+' : '-'} ${Math.abs(day.daysFromToday)} days`
		: [day.year, day.month, day.day].map(number => String(number).padStart(2, '0')).join('-');

/** One line for people, `fill the field "City" with "Lyon"`. Total over all operations. */
export function describePart(part: Part): string {
	const negation = 'isNegated' in part && part.isNegated;
	const text = describeAct(part) ?? describeClaim(part as Extract<Part, {isNegated: boolean}>);
	return negation ? `not: ${text}` : text;
}

export const describeParts = (parts: readonly Part[]): string => parts.map(describePart).join(', then ');

function describeAct(part: Part): string | null {
	switch (part.op) {
		case 'goto':
			return part.address === '' ? "open the project's URL" : `open ${part.address}`;
		case 'go':
			return `go to ${part.names.map(quoted).join(' > ')}`;
		case 'back':
			return 'go back';
		case 'forward':
			return 'go forward';
		case 'reload':
			return 'reload the page';
		case 'click':
		case 'hover':
		case 'clear':
		case 'check':
		case 'uncheck':
		case 'download':
		case 'double_click':
		case 'right_click':
		case 'long_press':
			return `${pointed[part.op]} ${describeTarget(part.target)}`;
		case 'do':
			return part.object === null ? part.verb : `${part.verb}: ${describeTarget(part.object)}`;
		case 'fill':
			return `fill ${part.target ? describeTarget(part.target) : 'the focused field'} with ${valueText(part.value)}`;
		case 'append':
			return `append ${valueText(part.value)} to ${part.target ? describeTarget(part.target) : 'the focused field'}`;
		case 'search':
			return `search ${part.target ? `in ${describeTarget(part.target)} ` : ''}for ${valueText(part.value)}`;
		case 'select':
			return `select ${part.values.map(choiceText).join(' and ')} in ${part.target ? describeTarget(part.target) : 'the one control that offers it'}`;
		case 'pick':
			return `pick ${describeTarget(part.target)}`;
		case 'pick_date':
			return `pick the day ${dayText(part.day)} in ${part.target ? describeTarget(part.target) : 'the open calendar or the one date field'}`;
		case 'sort':
			return `sort ${part.table ? describeTarget(part.table) : 'the rows'} by ${quoted(part.column)}, ${part.direction}`;
		case 'press':
			return `press ${part.key}${part.times > 1 ? ` ${part.times} times` : ''}${part.target ? ` in ${describeTarget(part.target)}` : ''}`;
		case 'scroll':
			return describeScroll(part.to);
		case 'step':
			return `${part.direction === 'up' ? 'increase' : 'decrease'} ${describeTarget(part.target)} ${part.to === null ? `by ${part.by}` : `to ${part.to}`}`;
		case 'drag':
			return 'value' in part.to
				? `drag ${describeTarget(part.target)} to ${part.to.value}`
				: `drag ${describeTarget(part.target)} ${part.to.place} ${describeTarget(part.to.target)}`;
		case 'upload':
			return `upload ${[part.file, ...(part.more ?? [])].join(' and ')}${part.bytes === null ? '' : ` (${part.bytes} bytes)`} to ${part.target ? describeTarget(part.target) : 'the one file field'}`;
		case 'capture':
			return `keep the ${part.what} of ${describeTarget(part.target)} as ${part.name}${part.isForOtherTests ? ' for other tests' : ''}`;
		case 'login':
			return `${part.mayFail ? 'try to ' : ''}${part.username ? `log in as ${valueText(part.username)}` : "log in with the project's account"}`;
		case 'dialog':
			return `${part.answer} the dialog of the browser${part.text ? ` with ${valueText(part.text)}` : ''}`;
		case 'tab':
			return part.to === 'close' ? 'close the tab' : `switch to the ${part.to} tab`;
		case 'wait':
			return part.until === 'quiet'
				? `wait until the page is quiet${part.seconds === null ? '' : `, at most ${part.seconds} s`}`
				: `wait until ${describePart(part.until)}${part.seconds === null ? '' : `, at most ${part.seconds} s`}`;
		case 'consent':
			return `${part.answer} the consent banner`;
		case 'storage':
			return `clear the ${part.clear === 'both' ? 'cookies and the storage' : part.clear}`;
		case 'viewport':
			return `set the window to ${part.width}x${part.height}${part.isTouch ? ' with touch' : ''}`;
		default:
			return null;
	}
}

const pointed = {
	click: 'click',
	hover: 'hover over',
	clear: 'clear',
	check: 'check',
	uncheck: 'uncheck',
	download: 'download',
	double_click: 'double-click',
	right_click: 'right-click',
	long_press: 'press and hold',
} as const;

function describeScroll(to: Extract<Part, {op: 'scroll'}>['to']): string {
	if ('target' in to) return `scroll to ${describeTarget(to.target)}`;
	if ('until' in to) return `scroll until ${describeTarget(to.until)} is visible`;
	const where = {down: 'down', up: 'up', end: 'to the end', start: 'to the start'}[to.direction];
	return `scroll ${to.inside ? `${describeTarget(to.inside)} ` : ''}${where}`;
}

function describeClaim(part: Extract<Part, {isNegated: boolean}>): string {
	switch (part.op) {
		case 'visible':
			return `${describeTarget(part.target)} is ${part.target.opens ? 'open' : 'visible'}`;
		case 'text':
			if (part.isOfAccount) return `the account that has signed in is ${valueText(part.text)}`;
			if (part.isTold) return `the page tells: ${part.text.text}`;
			if (part.isReported)
				return `a sentence of ${part.within ? describeTarget(part.within) : 'the page'} says that ${valueText(part.text)}`;
			return `${part.within ? describeTarget(part.within) : 'the page'} ${part.comparison === 'equals' ? 'says' : compared[part.comparison]} ${valueText(part.text)}`;
		case 'value':
			return `the value of ${describeTarget(part.target)} ${compared[part.comparison]} ${valueText(part.value)}`;
		case 'labelled_text':
			return `the text beside ${describeTarget(part.target)} ${compared[part.comparison]} ${valueText(part.value)}`;
		case 'cell':
			if (part.column === '') return `${describeScope(part.scope).replace(/^in /, '')} says ${valueText(part.value)}`;
			return `the ${quoted(part.column)} ${describeScope(part.scope)}${part.table ? ` of ${describeTarget(part.table)}` : ''} ${compared[part.comparison]} ${valueText(part.value)}`;
		case 'count':
			return `the number of ${describeTarget(part.target).replace(/^the /, '')}${part.state ? ` that is ${part.state.replace('_', '-')}` : ''} ${compared[part.comparison]} ${part.number}`;
		case 'each': {
			const things = describeTarget(part.target).replace(/^the /, '');
			if (part.state && !part.value) return `every ${things} is ${part.state.replace('_', '-')}`;
			return `${part.column ? `the ${quoted(part.column)} of ` : ''}every ${things} ${part.column ? 'is' : part.state ? `is ${part.state.replace('_', '-')}, or says` : 'says'} ${[part.value!, ...(part.others ?? [])].map(valueText).join(' or ')}${part.number === undefined ? '' : `, and there are ${part.number}`}`;
		}
		case 'state':
			return `${describeTarget(part.target)} is ${part.state.replace('_', '-')}`;
		case 'url':
		case 'title':
			return `the ${part.op === 'url' ? 'URL' : 'title of the page'} ${compared[part.comparison]} ${valueText(part.value)}`;
		case 'page':
			return `the page is ${quoted(part.name)} (path, title or main heading)`;
		case 'order':
			return `${describeTarget(part.first)} comes before ${describeTarget(part.second)}`;
		case 'sorted':
			return `${part.table ? describeTarget(part.table) : 'the rows'} are sorted by ${quoted(part.column)}, ${part.direction}`;
		case 'position':
			return `${describeTarget(part.target)} is ${relations[part.relation]} ${describeTarget(part.of)}`;
		case 'attribute':
			return `the ${part.attribute} of ${describeTarget(part.target)} ${compared[part.comparison]} ${valueText(part.value)}`;
		case 'downloaded':
			return part.text
				? `the downloaded file contains ${valueText(part.text)}`
				: `${part.file ?? 'a file'} was downloaded`;
		case 'new_tab':
			return `a new tab is open${part.heading ? ` with the heading ${quoted(part.heading)}` : ''}`;
		case 'no_console_errors':
			return 'there are no console errors';
		case 'no_failed_requests':
			return 'no request failed';
		case 'request':
			return `${part.method} ${part.path} answered ${part.status}`;
	}
}
