import type {PlanFileStep} from '../../contract/plan-file.ts';
import {isAssertion} from './draft.ts';
import {startsWith} from './pattern.ts';
import {plainClaim} from './plain-words.ts';
import {predicatesOf} from './predicates.ts';
import type {Part, Reading, ReadStep} from './reading.ts';
import {sentenceOf, type Token, word} from './tokens.ts';
import {isCapital, isDataLike} from './values.ts';
import {isVerb, verbOf} from './words.ts';

/**
 * What is done and what comes of it in one step: `Search for "canoe": "No results" appears`, `Remove it; the page then says
 * …`, `After saving, a message is shown`. Each half is read as a step of its own.
 */
type Halves = {act: readonly Token[]; claim: readonly Token[]};

/** Most readings that come of two halves. */
const mostReadings = 24;

/** The step as an act and its outcome, where one cut leaves two halves that are read in full. @param read of one half */
export function withOutcome(
	tokens: readonly Token[],
	isMarked: boolean,
	read: (step: PlanFileStep) => ReadStep,
): [Reading, ...Reading[]] | null {
	for (const {act, claim} of isMarked ? markedHalves(tokens) : spokenHalves(tokens)) {
		const done = read({type: 'action', description: sentenceOf(act)});
		if (!('readings' in done) || done.readings.some(({parts}) => parts.every(isAssertion))) continue;
		const said = read({type: 'assertion', description: sentenceOf(withoutThen(claim))});
		const told = 'refusal' in said ? said.refusal.told : undefined;
		const claims: Array<{parts: Part[]; note: string | null}> =
			'readings' in said ? said.readings : told ? [{parts: told, note: null}] : [];
		const both = done.readings.flatMap(one =>
			claims.map(
				(other): Reading => ({
					type: 'action',
					parts: [...one.parts, ...other.parts],
					line: '',
					note: [one.note, other.note].filter(Boolean).join('; ') || null,
				}),
			),
		);
		const [first, ...others] = both;
		if (first && both.length <= mostReadings) return [first, ...others];
	}
	return null;
}

const isMark = ({kind, text}: Token) => kind === 'mark' && /^(?::|;|\.|-|–|—|->|=>|→)$/.test(text);

/** What is typed, chosen or named stands behind it. */
const takesMore =
	/^(?:with|to|as|of|in|into|by|for|from|on|saying|reading|is|are|named|called|text|value|values|following)$/;

/** Cut at a colon, a dash or the end of a sentence that a claim with a verb of its own stands behind. */
function markedHalves(tokens: readonly Token[]): Halves[] {
	return tokens.flatMap((token, at) => {
		const [act, claim] = [tokens.slice(0, at), tokens.slice(at + 1)];
		if (!isMark(token) || act.length === 0 || takesMore.test(act.at(-1)!.lower)) return [];
		const shown = shownAlone(act, claim);
		return shown ? [{act, claim: shown}] : isClaim(claim) ? [{act, claim}] : [];
	});
}

/** `Save: "The name is missing."`, `…: error "The name is missing."`: a sentence in quotes behind an act that needs no value. */
function shownAlone(act: readonly Token[], claim: readonly Token[]): Token[] | null {
	const said = claim.filter(
		({kind, lower}) =>
			kind === 'quoted' || !/^(?:the|an?|error|message|hint|warning|notice|toast|alert|text|note)$/.test(lower),
	);
	const [text, ...others] = said;
	const isSentence = text?.kind === 'quoted' && (/[.!?…]$/.test(text.text) || text.text.trim().split(/\s+/).length > 3);
	const isWhole =
		act.some((token, at) => at > 0 && (isDataLike(token) || isCapital(token))) || deeds.test(act.at(-1)!.lower);
	const is = word('is');
	return isSentence && others.length === 0 && isWhole ? [text, is, {...is, text: 'visible', lower: 'visible'}] : null;
}
const deeds = /^(?:save|confirm|send|submit|continue|proceed|apply|publish|search|it|in|again)$/;

/** `The list has 3 rows`, `there is a hint`: somebody says of something how it is, and tells nobody to do anything. */
function isClaim(tokens: readonly Token[]): boolean {
	const [first] = tokens;
	if (!first || (isVerb(first) && !isNoun(tokens))) return asksToCheck(tokens) > 0;
	return predicatesOf(plainClaim(tokens)).some(({subject}) => subject.length > 0) || telling(tokens);
}

/** `Search results are shown`: a verb that another verb stands behind, and no data in front of it. */
const isNoun = ([first, ...rest]: readonly Token[]): boolean =>
	first!.kind === 'word' && /^(?:is|are|was|were|has|have|shows|says|reads|appears)$/.test(rest[0]?.lower ?? '');

const telling = (tokens: readonly Token[]): boolean =>
	tokens
		.slice(1)
		.some(({text}) =>
			/^(?:complains|warns|asks|reports|tells|confirms|announces|explains|informs|jumps|grows|drops|rises|increases|decreases|closes|opens|changes)$/.test(
				text,
			),
		);

const checking = [
	...['check', 'verify', 'ensure', 'confirm', 'expect', 'assert', 'see', 'validate', 'observe', 'notice', 'make sure'],
	...['you see', 'you should see', 'i see', 'we see', 'to see', 'to check', 'to verify'],
].flatMap(words =>
	['that', 'whether', 'if', 'how'].flatMap(that => [`${words} ${that}`.split(' '), `${words} , ${that}`.split(' ')]),
);

/** How many words say that a claim follows. */
const asksToCheck = (tokens: readonly Token[]): number =>
	Math.max(0, ...checking.filter(words => startsWith(tokens, 0, words)).map(({length}) => length));

const openers =
	/^(?:the|a|an|it|its|this|that|there|no|only|all|both|nothing|none|one|two|three|four|five|six|now|\d{1,6})$/;
const leads = /^(?:after|when|once|upon|on|by|as|if)$/;

/** Cut without a mark: `… and check that …`, `…, the dialog closes`, `After saving, …`, `After "Save" the page shows …`. */
function spokenHalves(tokens: readonly Token[]): Halves[] {
	const found: Halves[] = [];
	const led = ledBy(tokens);
	if (led) found.push(led);
	for (let at = 1; at < tokens.length - 2; at++) {
		const {lower, kind, text} = tokens[at]!;
		const isComma = kind === 'mark' && text === ',';
		if (!(isComma || lower === 'and' || lower === 'then' || lower === 'so' || lower === 'to')) continue;
		let start = at;
		while (/^(?:,|and|then|so|that|now|also)$/.test(tokens[start]?.text ?? '')) start++;
		const claim = tokens.slice(start);
		const asked = asksToCheck(claim);
		if (asked > 0) found.push({act: tokens.slice(0, at), claim: claim.slice(asked)});
		else if (openers.test(claim[0]?.lower ?? '') || claim[0]?.kind === 'quoted')
			if (claim.length > 2 && isClaim(claim)) found.push({act: tokens.slice(0, at), claim});
	}
	return found;
}

/** `After saving, …`, `When I click Save, …`, `After "Continue" …`. */
function ledBy(tokens: readonly Token[]): Halves | null {
	if (!leads.test(tokens[0]?.lower ?? '')) return null;
	const rest = tokens.slice(/^(?:i|we|you|he|she)$/.test(tokens[1]?.lower ?? '') ? 2 : 1);
	const comma = rest.findIndex(({kind, text}) => kind === 'mark' && text === ',');
	const [first] = rest;
	if (!first) return null;
	if (first.kind === 'quoted') {
		const click = word('click');
		const claim = rest.slice(rest[1]?.text === ',' ? 2 : 1);
		return isClaim(claim) ? {act: [click, first], claim} : null;
	}
	const verb = first.kind === 'word' ? (plainOf(first.lower) ?? verbOf(first)) : null;
	const claim = rest.slice(comma + 1);
	return verb && comma > 0 && isClaim(claim)
		? {act: [{...first, text: verb, lower: verb}, ...rest.slice(1, comma)], claim}
		: null;
}

/** `clicking` → `click`; null: no verb in that form. */
function plainOf(said: string): string | null {
	if (!/^[a-z]{2,}ing$/.test(said)) return null;
	const stem = said.slice(0, -3);
	for (const one of [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')]) {
		const verb = verbOf(word(one));
		if (verb === one) return verb;
	}
	return null;
}

/** `the page then says`: when it says so is said by what was done. */
const withoutThen = (tokens: readonly Token[]): Token[] =>
	tokens.filter(
		({kind, text}, at) =>
			!(
				kind === 'word' &&
				/^(?:then|thereupon|thereby|afterwards)$/.test(text) &&
				!/^(?:,|and|;)$/.test(tokens[at - 1]?.text ?? ',') &&
				tokens[at + 1]?.kind === 'word'
			) && !(at === 0 && kind === 'word' && /^(?:then|now|and|so)$/.test(text)),
	);
