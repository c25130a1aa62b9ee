import {keyOf} from './families/keys.ts';
import type {Part, Scope, Target} from './reading.ts';
import type {Token} from './tokens.ts';

const manyOf = /^(?:every|each|only|none|nothing|nobody|both|either|neither)$/i;
const numberWord = /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/;
const grammar =
	/\b(?:every|each|if|unless|until|than|twice|thrice|without|instead of|rather than|except)\b|\band wait\b|'s home$/;
const duration = /^\d+ (?:ms|seconds?|minutes?)$/;
const relativeDay = /\bnext (?:week|month|year)\b/;
const singleThings =
	/^(?:fields|buttons|links|tabs|checkboxes|icons|images|inputs|dropdowns|switches|radios|headings|dialogs|sliders)$/;

type Named = {text: string; part: Part; isScope: boolean};

/**
 * Whether a reading has words of grammar in a name, or lost some that change what is meant: each of
 * many, a condition, how often, a state beside another. Such a reading is dropped, so that the step is refused.
 */
export function leavesOver(parts: readonly Part[], tokens: readonly Token[], note = ''): boolean {
	const quotes = new Set(tokens.filter(({kind}) => kind === 'quoted').map(({text}) => text));
	const names = parts.flatMap(namesIn).filter(({text}) => !quotes.has(text));
	return (
		names.some(name => isDoubtful(name, tokens)) ||
		names.some(({text}) => / (?:instead|rather)$/.test(text) && saysNotThis(tokens)) ||
		parts.some(isAsideOfPlace) ||
		parts.some(isVersionAsNumber) ||
		names.some(({text}) => opensWithKey(text)) ||
		parts.some(part => isOtherClaim(part, tokens, quotes)) ||
		(opensWithMine(tokens) && parts.some(isNamedAlone)) ||
		losesQuote(parts, tokens, note) ||
		losesSubject(parts, tokens)
	);
}

/** `My name is shown`: what it is, no step says. */
const opensWithMine = (tokens: readonly Token[]): boolean =>
	/^(?:my|our|your)$/.test(tokens[0]?.lower ?? '') && ofPerson.test(tokens[1]?.lower ?? '');
const ofPerson = /^(?:name|username|email|e-mail|initials|nickname|login)$/;
const isNamedAlone = (part: Part): boolean =>
	(part.op === 'text' && part.within !== null && ofPerson.test(part.text.text)) ||
	(part.op === 'visible' && !part.target.isQuoted && ofPerson.test(part.target.phrase));

/** `Save instead of Cancel`: what is not meant is no place of what is. */
const saysNotThis = (tokens: readonly Token[]): boolean =>
	tokens.some(({text}, at) => /^(?:instead|rather)$/.test(text) && /^(?:of|than)$/.test(tokens[at + 1]?.text ?? ''));

/** `the second row's status` with the row beside the point: it may be any row's. */
function isAsideOfPlace(part: Part): boolean {
	const aside = 'target' in part ? part.target?.purpose : undefined;
	return aside !== undefined && /^(?:the )?(?:first|second|third|fourth|fifth|last) \p{Ll}+$/u.test(aside);
}

/** `Press Ctrl+F and look`: a key and another deed, and no name. */
function opensWithKey(text: string): boolean {
	const [, key, next] = /^(\S+)(?: key)? (?:and|then|and then) (\S+)/u.exec(text) ?? [];
	return key !== undefined && isSureKey(key) && /^\p{Ll}/u.test(next ?? '');
}

/** No `Home and away`: a name may begin like that. */
const isSureKey = (text: string): boolean =>
	keyOf(text) !== null && (text.includes('+') || /^(?:enter|escape|esc|tab|backspace|f\d+)$/i.test(text));

/** `higher than 1.0.0`: versions have an order of their own, and are no numbers. */
function isVersionAsNumber(part: Part): boolean {
	if (!('comparison' in part && 'value' in part) || typeof part.value !== 'object') return false;
	const groups = part.value.text.replace(/^v/i, '').split('.');
	const isVersion = groups.length > 2 && groups.slice(1).some(group => /^\d+$/.test(group) && group.length !== 3);
	return isVersion && /^(?:greater|at_least|less|at_most)$/.test(part.comparison);
}

function isDoubtful({text, part, isScope}: Named, tokens: readonly Token[]): boolean {
	const [first = '', ...rest] = text.split(' ');
	const isSentenceStart = tokens[0]?.text === first;
	const isClaim = 'isNegated' in part;
	// `the row menu of X`: whose it is, and not what it is called.
	if (text === 'row' && 'target' in part && part.target?.role === 'menu') return true;
	// `0 invoices and the heading …`: a second claim.
	if (part.op === 'count' && / and (?:the|a|an) /.test(text)) return true;
	// `Remove all items`: every one, and none that is called so. (One box for all of them is checked.)
	if (part.op === 'do' && text === 'all') return true;
	// `Accept the terms and pay`, `Correct the address and continue to payment`: two instructions.
	const isNamed = /^(?:do|check|uncheck|fill|select|clear)$/.test(part.op);
	if (isNamed && / and (?:click|press|tap|choose|select|open)$/.test(text)) return true;
	// `Select Deutsch and turn on the reminders`
	if (part.op === 'pick' && deedAtEnd.test(text) && isScopedBehind(part)) return true;
	// `Pick the type Bug and the priority High`: two choices.
	if (/^(?:pick|click|select|check|fill|do)$/.test(part.op) && / and the \p{Ll}+ (?:\p{Lu}|\d)/u.test(text))
		return true;
	if (isScope && deedAtEnd.test(text)) return true;
	if (isNamed && (deedAtEnd.test(text) || / and (?:continue|proceed|go|click|press|choose|select) /.test(text)))
		return true;
	// `Change the day to 3 May and the hour to 4`: two fields.
	const to = text.indexOf(' to ');
	const isTwofold = to >= 0 && text.indexOf(' and ', to + 4) > to + 4;
	if (/^(?:fill|select)$/.test(part.op) && isTwofold && tokens[0]?.kind === 'word') return true;
	// `Invite ann@x.test`: what is typed somewhere.
	if (part.op === 'do' && /^(?:invite|subscribe)$/.test(part.verb) && text.includes('@')) return true;
	// `Submit the empty form`: how it is, and not what it is called.
	if (part.op === 'do' && /^(?:empty|blank|unfilled)\b|\b(?:empty|blank|unfilled)$/.test(text)) return true;
	// `While sending, the button says …`: when, and no row of that name.
	if (isScope && /^(?:while|when|after|before|as)$/i.test(first)) return true;
	if ((first === first.toLowerCase() || isSentenceStart) && manyOf.test(first)) return true;
	if (isClaim && isSentenceStart && /^all$/i.test(first)) return true;
	// `the first three rows`: which ones is said, and not what they are called; `the three dots` are a sign.
	const isIcon = /^(?:dots|lines|bars|dashes)\b/.test(rest.join(' '));
	const isCounted = part.op !== 'check' && part.op !== 'uncheck' && numberWord.test(first) && !isIcon;
	if (isCounted && (rest.length > 0 || ('target' in part && part.target?.ordinal !== null))) return true;
	// `in ascending order`: how, and no part of the page.
	if (isScope && orders.test(text)) return true;
	// `between 3 and 5`: one number of two.
	if (isClaim && /^between \d+$/i.test(text)) return true;
	// `the course that is found`: how it came into view, and no row that says so.
	if (isScope && /^(?:found|shown|listed|displayed|returned)$/.test(text)) return true;
	return grammar.test(text) || (isScope && (duration.test(text) || /^\d{1,2}$/.test(text))) || relativeDay.test(text);
}

const orders =
	/^(?:ascending|descending|increasing|decreasing|alphabetical|reverse|chronological|numerical|random|any|some) order$/i;

/** With a place behind it, which is what the second instruction is about. */
const isScopedBehind = (part: Part): boolean =>
	'target' in part && part.target !== null && 'scopes' in part.target && part.target.scopes.length > 0;

const deedAtEnd =
	/ and (?:then )?(?:pay|save|continue|submit|confirm|subscribe|send|apply|search|proceed|log in|sign in|sign up|check out|finish|book|publish|post|register|cancel|close|update|create|delete|reply|go on|turn|switch)(?: it| again)?$/;

const byDoing = /(?:^| by )(?:using|clicking|typing|entering|pressing|selecting|choosing|dragging) /;

/** Claims and captures whose words say something else than their form. */
function isOtherClaim(part: Part, tokens: readonly Token[], quotes: ReadonlySet<string>): boolean {
	switch (part.op) {
		case 'text':
			// `contains only Order badges`: and nothing else, which no text says.
			return (
				!quotes.has(part.text.text) &&
				/(?:^| )(?:has|have|had|is|are|was|were|not|never|did|does|went|goes|got|gets)$|^(?:nothing|nobody|none|everything)$|^(?:only|just) /i.test(
					part.text.text,
				)
			);
		case 'visible':
			// `the card fields are visible`: several, of which one would prove nothing.
			return (
				!part.isNegated &&
				part.target.phrase !== '' &&
				!part.target.isQuoted &&
				part.target.role !== null &&
				part.target.scopes.length === 0 &&
				!tokens.some(({lower, text}) => lower === 'and' || text === ',') &&
				tokens.some(({text}, at) => singleThings.test(text) && /^(?:are|were)$/.test(tokens[at + 1]?.lower ?? ''))
			);
		case 'order':
			return isNumber(part.second);
		case 'position':
			return isNumber(part.of);
		case 'value':
		case 'labelled_text':
		case 'cell':
			// A day that is worked out, and no text of a page.
			return !part.value.isQuoted && /^(?:today|tomorrow|yesterday)$/.test(part.value.text);
		case 'clear':
			// `Leave the address empty`: several fields, of which none is touched.
			return tokens[0]?.lower === 'leave' && manyFields.test(part.target.phrase);
		case 'fill':
			// `Fill the form without the phone number`: what is left out is not typed.
			if (!part.value.isQuoted && /^(?:without|except|instead|and|or|then|but)\b/.test(part.value.text)) return true;
			// `change the amount to 900 and save`
			if (!part.value.isQuoted && (deedAtEnd.test(part.value.text) || byDoing.test(part.value.text))) return true;
			return tokens[0]?.lower === 'rename';
		case 'select':
			// `a range by using the calendars`: how it is chosen.
			if (part.values.some(({text, isQuoted}) => !isQuoted && byDoing.test(text))) return true;
			// What is given another name by a step is a thing of the page, and no field of its old name.
			return tokens[0]?.lower === 'rename';
		case 'capture':
			// `Save the card for later` is a control of the page; what is kept is called something.
			return (
				tokens[0]?.lower === 'save' &&
				part.target.phrase === '' &&
				!tokens.some(({text}) => text.replace(/^VAR_/, '').toUpperCase() === part.name && text !== text.toLowerCase())
			);
		default:
			return false;
	}
}

/** What holds several fields, by its last word. */
export const manyFields = /(?:^| )(?:address|form|fields|data|details|section|rest|others|everything|inputs|answers)$/;

const isNumber = ({phrase, isQuoted}: Target) => !isQuoted && /^[\d.,]+$/.test(phrase);

/**
 * What stands in quotes is data, and none of it may be gone, but what stood there before (`from "Jo Doe" to "Jo Roe"`), and
 * what the note says that it is not checked.
 */
export function losesQuote(parts: readonly Part[], tokens: readonly Token[], note: string): boolean {
	if (parts.some(({op}) => op === 'press')) return false;
	// A day is worked out.
	const hasDay = parts.some(({op}) => op === 'pick_date' || op === 'upload' || op === 'goto');
	const all = `${JSON.stringify(parts)} ${note}`.toLowerCase();
	return tokens.some(
		({kind, text}, at) =>
			kind === 'quoted' &&
			tokens[at - 1]?.lower !== 'from' &&
			/^[\p{L}\p{N} ]+$/u.test(hasDay ? text : text.replace(/(?<=[\p{L}\p{N}])[-@.,'&:](?=[\p{L}\p{N} ])/gu, '')) &&
			!all.includes(text.toLowerCase().trim()),
	);
}

/** `the summary lists "A" and "B"`: the second is claimed of the summary as well. */
export function losesSubject(parts: readonly Part[], tokens: readonly Token[]): boolean {
	const [one, and, other] = tokens.slice(-3);
	const isList = one?.kind === 'quoted' && and?.lower === 'and' && other?.kind === 'quoted';
	const [first, last] = [parts[0], parts.at(-1)];
	return (
		isList &&
		(first?.op === 'value' || first?.op === 'labelled_text' || (first?.op === 'text' && first.within !== null)) &&
		last?.op === 'visible' &&
		last.target.scopes.length === 0
	);
}

function namesIn(part: Part): Named[] {
	const name = (text: string, isScope = false): Named => ({text, part, isScope});
	const ofTarget = (target: Target): Named[] => [
		...(target.isQuoted ? [] : [name(target.phrase)]),
		...(target.purpose && /\b(?:twice|thrice)$/.test(target.purpose) ? [name(target.purpose)] : []),
		...target.scopes.flatMap(ofScope),
	];
	const ofScope = (scope: Scope): Named[] => {
		if (scope.kind === 'row') return scope.conditions.map(({text, column}) => name(text, column === null));
		if (scope.kind === 'area') return scope.name === null ? [] : [name(scope.name, true)];
		return scope.kind === 'near' ? scope.anchors.flatMap(ofTarget) : [];
	};
	const found: Named[] = [];
	if (part.op === 'go') found.push(...part.names.map(text => name(text)));
	if (part.op === 'page') found.push(name(part.name));
	if (part.op === 'do' && part.object) found.push(...ofTarget(part.object));
	if (part.op === 'select') found.push(...part.values.filter(({isQuoted}) => !isQuoted).map(({text}) => name(text)));
	if (part.op === 'cell') found.push(name(part.column), ...ofScope(part.scope));
	if (part.op === 'text' && part.within) found.push(...ofTarget(part.within));
	if ('target' in part && part.target) found.push(...ofTarget(part.target));
	return found.filter(({text}) => text !== '');
}
