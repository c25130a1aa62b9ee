import {type Draft, type Family, isAssertion, one} from '../draft.ts';
import {byForms, matches, pattern} from '../pattern.ts';
import {claims} from '../claims.ts';
import {type Token, word} from '../tokens.ts';
import {articles, countOf} from '../words.ts';
import {seen} from './visible.ts';

const quietForms = [
	'wait (for|until) [the] [whole] (page|site|application|app|screen|content|website) (to load|to be loaded|to finish loading|has loaded|is loaded|loads|is fully loaded|to fully load|to load completely|to be fully loaded|finishes loading|to become quiet|to settle|load)',
	'wait (for|until) [the] page load',
	'wait (for|until) [all] [the] [network] (requests|network) (to finish|to complete|have finished|are finished|is idle|to be idle|to become idle)',
	'wait (for|until) everything (to load|is loaded|has loaded)',
].map(pattern);
const secondsForms = [
	'(wait|pause|sleep) [for] [at most|about|up to] {count} (seconds|second|secs|sec|s)',
	'(wait|pause|sleep) [for] [at most|about|up to] {count} (milliseconds|ms|millis)',
	'(wait|pause|sleep) [for] [a|one] (minute|min)',
].map(pattern);

/** "wait until … appears, wait for the spinner to disappear, wait 3 seconds". */
export const wait: Family = tokens => {
	if (!/^(?:wait|pause|sleep)$/.test(tokens[0]?.lower ?? '')) return [];
	if (quietForms.some(form => matches(form, tokens).length > 0))
		return [one({op: 'wait', until: 'quiet', seconds: null})];
	const {rest, seconds: limit} = limited(tokens);
	const [seconds] = secondsForms.flatMap((form, at) => matches(form, tokens).map(({count}) => secondsOf(count, at)));
	if (seconds !== undefined && seconds !== null)
		return [
			one({op: 'wait', until: 'quiet', seconds}, `no step sleeps: until the page is quiet, at most ${seconds} s`),
		];
	const joined = /^(\d{1,3})(s|ms|sec|seconds)$/.exec(tokens.at(-1)?.lower ?? '');
	if (joined && tokens.length <= 3) {
		const given = joined[2] === 'ms' ? Math.max(1, Math.ceil(Number(joined[1]) / 1000)) : Number(joined[1]);
		return [
			one({op: 'wait', until: 'quiet', seconds: given}, `no step sleeps: until the page is quiet, at most ${given} s`),
		];
	}
	if (matches(loading, rest).length > 0) return [one({op: 'wait', until: 'quiet', seconds: limit})];
	const until = byForms(conditions, rest);
	const gone = until.length > 0 ? until : byForms(leaving, rest);
	const found = gone.length > 0 ? gone : byForms(things, rest);
	return found.flatMap((draft): Draft[] => {
		const [part] = 'parts' in draft ? draft.parts : [];
		return 'parts' in draft && draft.parts.length === 1 && part && isAssertion(part)
			? [one({op: 'wait', until: part, seconds: limit})]
			: [];
	});
};

const waitedUntil = pattern('wait (until|till|for|that|until that) {claim}');
const conditions = [[waitedUntil, ({claim}: {claim?: Token[]}) => claims(claim!)]] as const;
/** `the table to load`: no sign of it is said. */
const loading = pattern('wait (for|on) {thing} (to load|to be loaded|to finish loading)');
const leaving = [
	[
		pattern('wait (for|on) {thing} (to close|to be closed|to go away|to go|to vanish|to be gone|to clear|to fade out)'),
		({thing}: {thing?: Token[]}) => seen(thing!, [], true),
	],
] as const;
const things = [
	[
		pattern('wait (for|on) [the] page with [the|a] (heading|title) {thing}'),
		({thing}: {thing?: Token[]}) => seen([heading, ...thing!], [], false),
	],
	[pattern('wait (for|on) {thing}'), ({thing}: {thing?: Token[]}) => (isToDo(thing!) ? [] : seen(thing!, [], false))],
] as const;

/** `the results to appear`: what they are to do is no part of a name. */
const isToDo = (thing: readonly Token[]): boolean =>
	thing.some(
		({text}, at) =>
			text === 'to' && at > 0 && /^\p{Ll}+$/u.test(thing[at + 1]?.text ?? '') && !articles.has(thing[at + 1]!.lower),
	);

const heading = word('heading');

function secondsOf(count: Token[] | undefined, unit: number): number | null {
	if (unit === 2) return 60;
	const number = count?.length === 1 ? (countOf(count[0]) ?? (/^(?:a|few)$/.test(count[0]!.lower) ? 3 : null)) : null;
	const couple = count && count.length === 2 && /^(?:few|couple)$/.test(count[1]!.lower) ? 3 : null;
	const value = number ?? couple;
	if (value === null) return null;
	return unit === 1 ? Math.max(1, Math.ceil(value / 1000)) : value;
}

const leadingLimit = pattern(
	'wait (up to|at most|no more than|a maximum of|max) {count} (seconds|second|secs|sec|s) (for|until) {rest}',
);

const waitedFor = pattern('wait (for|on) {thing} to {verb} {rest}');
const waitedForOne = pattern('wait (for|on) {thing} to {verb}');

/** What a wait waits for, said as a claim: `for the results to appear` is until the results appear. */
export function waitedClaim(tokens: readonly Token[]): {claim: readonly Token[]; seconds: number | null} | null {
	if (tokens[0]?.lower !== 'wait') return null;
	const {rest, seconds} = limited(tokens);
	const told = [...matches(waitedFor, rest), ...matches(waitedForOne, rest)]
		.filter(({verb}) => verb!.length === 1 && /^\p{Ll}+$/u.test(verb![0]!.text) && !articles.has(verb![0]!.lower))
		.sort((one, other) => other['thing']!.length - one['thing']!.length)[0];
	if (told) {
		const [verb] = told['verb']!;
		const says = (conjugated[verb!.lower] ?? `${verb!.lower}s`).split(' ').map(one => word(one));
		return {claim: [...told['thing']!, ...says, ...(told['rest'] ?? [])], seconds};
	}
	const [until] = matches(waitedUntil, rest);
	return until ? {claim: until['claim']!, seconds} : null;
}
const conjugated: Record<string, string> = {
	be: 'is',
	have: 'has',
	go: 'is gone',
	vanish: 'disappears',
	finish: 'finishes',
	match: 'matches',
};

/** `… for at most 10 seconds`, `up to 5 seconds`, `within 5 seconds` at the end. */
function limited(tokens: readonly Token[]): {rest: readonly Token[]; seconds: number | null} {
	const [leading] = matches(leadingLimit, tokens);
	const most = leading ? secondsOf(leading['count'], 0) : null;
	if (leading && most)
		return {rest: [tokens[0]!, {...tokens[0]!, text: 'for', lower: 'for'}, ...leading['rest']!], seconds: most};
	const found = matches(limitForm, tokens)
		.map(({rest, count}) => ({rest: rest!, seconds: secondsOf(count, 0)}))
		.filter(({rest, seconds}) => seconds !== null && rest.length > 1)
		.sort((one, other) => one.rest.length - other.rest.length);
	return found[0] ?? {rest: tokens, seconds: null};
}
const limitForm = pattern(
	'{rest} (for at most|for up to|up to|at most|within|for a maximum of|for) {count} (seconds|second|secs|sec|s)',
);
