import {simpleTarget} from '../names.ts';
import {matches, pattern} from '../pattern.ts';
import {type Token, word} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {articles, givesWords, isVerb, ordinalOf, prepositions, recordNouns, verbOf} from '../words.ts';
import {act, asOne, isMark, isWord, opensWith, type Restate, type Restatement} from './restatement.ts';
import {membersOf} from './short-claims.ts';

const one = (...said: Restatement['said']): Restatement[] => [{said}];
const acts = (tokens: readonly Token[]): boolean =>
	isVerb(tokens[0]) ||
	/^(?:narrow|restrict|limit|reduce|make|schedule|adjust|customize|customise)$/.test(tokens[0]?.lower ?? '');

const meansForms = [
	'{act} (by means of|by way of|with the help of|by use of) {control}',
	'{act} (via|through|using|with) {control}',
	'{act} by (using|use of) {control}',
].map(pattern);

/**
 * `Export the table via the Export button`, `Sign out through the user menu`, `Switch on "A" with the toggle beside it`: what
 * is pressed, what is opened first, what is switched.
 */
export const byMeans: Restate = (tokens, type) => {
	if (type !== 'action' || !acts(tokens)) return [];
	for (const form of meansForms)
		for (const {act: deed, control} of matches(form, tokens)) {
			if (deed!.length > 12 || control!.length > 8 || deed!.some(token => isWord(token, /^(?:and|then)$/))) continue;
			const [target] = [simpleTarget(control!)];
			const {said: plain, leaves} = withoutPlace(control!);
			const kind = simpleTarget(plain)?.role ?? target?.role ?? null;
			const verb = verbOf(deed![0]);
			if (
				opensWith(deed![0], /^(?:enter|type|fill|search|sign|log|select|choose|pick|set|replace|pay)$/) &&
				kind !== 'menu'
			)
				continue;
			if (kind === 'menu' && verb !== 'open') return one(act('open', control!), act(clicked(deed!)));
			if (kind === 'switch' || kind === 'checkbox') return one(act(deed!));
			if (tokens.at(-control!.length - 1)?.lower === 'with' && givesWords(deed!, control!)) continue;
			const isPressed = kind === 'button' || kind === 'icon' || kind === 'link' || kind === 'tab' || isSign(plain);
			if (isPressed) return [{said: [act('click', plain, placeOf(deed!), leaves)]}];
			const isQuoted = control!.length === 1 && control![0]!.kind === 'quoted';
			if (isQuoted && verb !== null && !opensWith(deed![0], /^(?:add|create|open|go|rename|answer|confirm)$/))
				return one(act('click', control!), ...(isNamedThing(deed!) ? [act(deed!)] : []));
		}
	return [];
};

/** `the small x inside the box`: what is said of its place is kept. */
function withoutPlace(control: readonly Token[]): {said: readonly Token[]; leaves: readonly Token[]} {
	const ownPlace = control.findIndex(
		(token, place) => place > 0 && isWord(token, /^(?:in|at|on)$/) && isWord(control[place + 1], /^its$/),
	);
	// `the X in its corner`: of what is acted on, which is said before.
	if (ownPlace > 0) return {said: control.slice(0, ownPlace), leaves: []};
	const at = control.findIndex(
		(token, place) => place > 0 && isWord(token, /^(?:in|inside|on|at|beside|next|below|beneath|above|of|under)$/),
	);
	return at < 0 ? {said: control, leaves: []} : {said: control.slice(0, at), leaves: control.slice(at)};
}

const isSign = (tokens: readonly Token[]): boolean =>
	isWord(
		tokens.at(-1),
		/^(?:x|×|cross|dots|heart|star|bin|pencil|plus|minus|arrow|trash|can|magnifier|gear|cog|burger|bell|flag|eye)$/,
	);

/** `Hide the tile "Revenue"`: something by its name that is still there to be acted on. */
const isNamedThing = (deed: readonly Token[]): boolean => deed.length > 2 && deed.at(-1)!.kind === 'quoted';

/** `sign out` → `click sign out`: what the menu offers. */
const clicked = (deed: readonly Token[]): readonly Token[] =>
	opensWith(deed[0], /^(?:log|sign)$/) && isWord(deed[1], /^(?:out|off)$/)
		? deed
		: [word('choose'), {text: deed.map(({text}) => text).join(' '), lower: '', kind: 'quoted', isSpaced: true}];

/** `the second book`, `the row "Newsletter"`: of which record the control is. */
function placeOf(deed: readonly Token[]): readonly Token[] {
	const ordinal = deed.findIndex(
		(token, at) => ordinalOf(token) !== null && recordNouns.has(deed[at + 1]?.lower ?? ''),
	);
	if (ordinal > 0) return [word('of'), word('the'), ...deed.slice(ordinal, ordinal + 2)];
	const quote = deed.findIndex(({kind}) => kind === 'quoted');
	const isRecord =
		quote > 0 &&
		(isWord(deed[quote - 1], /^(?:row|entry|line|item|card|tile)$/) || recordNouns.has(deed[quote - 1]!.lower));
	return isRecord ? [word('in'), word('the'), word('row'), word('of'), deed[quote]!] : [];
}

const gerundForm = pattern('{act} by {how}');
/** `Narrow the results by ticking "A"`: what is really done is said behind `by`. */
export const byDoing: Restate = (tokens, type) => {
	if (type !== 'action' || !acts(tokens)) return [];
	return matches(gerundForm, tokens).flatMap(({act: deed, how}) => {
		const verb = plainOf(how![0]);
		// What is to be typed or chosen would be lost.
		const isData = deed!.some(({kind}) => kind === 'quoted' || kind === 'variable') && placeOf(deed!).length === 0;
		// `Allow the cookies and open it by clicking on A`: more than one thing is done.
		const isMore = deed!.some(token => isWord(token, /^(?:and|then)$/) || isMark(token, /^[,;:.]$/));
		if (!verb || deed!.length > 12 || isData || isMore || how!.length < 2) return [];
		return one(act([word(verb)], withGerunds(how!.slice(1)), verb === 'click' ? placeOf(deed!) : []));
	});
};

const typed = pattern('{act} by (typing|entering|writing|putting|inserting) {how}');
const sortedBy = pattern(
	'{act} by clicking [on] [the] [column] (header|head|heading|column|column header|title) [once|one time]',
);
/** `Filter the table by typing "soc" into the box`: what is typed; `Sort by name by clicking the header`: that it is sorted. */
export const typedBy: Restate = (tokens, type) => {
	if (type !== 'action' || !acts(tokens)) return [];
	const found = matches(typed, tokens)
		.filter(
			({act: deed, how}) =>
				how![0]!.kind === 'quoted' &&
				how!.length > 1 &&
				!deed!.some(token => token.kind === 'quoted' || isWord(token, /^(?:and|then)$/) || isMark(token, /^[,;:.]$/)) &&
				deed!.length <= 8,
		)
		.map(({how}) => ({said: [act('type', withGerunds(how!))]}));
	const sorted = matches(sortedBy, tokens)
		.filter(({act: deed}) => /^sort$/.test(deed![0]!.lower) && deed!.some(token => isWord(token, /^by$/)))
		.map(({act: deed}) => ({said: [act(deed!)]}));
	return [...found, ...sorted].slice(0, 1);
};

function plainOf(token: Token | undefined): string | null {
	if (!isWord(token, /^[a-z]{2,}ing$/)) return null;
	const stem = token!.lower.slice(0, -3);
	for (const text of [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')]) if (verbOf(word(text)) === text) return text;
	return null;
}
/** `… and pressing Enter` → `… and press Enter`. */
const withGerunds = (tokens: readonly Token[]): Token[] =>
	tokens.map((token, at) => {
		const verb = isWord(tokens[at - 1], /^(?:and|then)$/) ? plainOf(token) : null;
		return verb ? {...token, text: verb, lower: verb} : token;
	});

const firstFew = pattern('{lead} [the] first {n} {things}');
const numbers: Record<string, number> = {two: 2, three: 3, four: 4, five: 5};
const places = ['first', 'second', 'third', 'fourth', 'fifth'];

/** `Tick the boxes of the first two mails`, `Select versions 7 and 8`, `Add the labels "a" and "b"`: one after the other. */
export const oneByOne: Restate = (tokens, type) => {
	if (type !== 'action' || !acts(tokens)) return [];
	for (const {lead, n, things} of matches(firstFew, tokens)) {
		const count = n!.length === 1 ? (numbers[n![0]!.lower] ?? Number(n![0]!.text)) : Number.NaN;
		// `Tick the first two users` is read as it stands.
		if (!(count >= 2 && count <= 5) || things!.length > 2 || lead!.length > 6 || lead!.length < 3) continue;
		const thing = singular(things!);
		const head = lead!.map((token, at) =>
			isWord(token, /^(?:checkboxes|boxes|stars|icons|buttons)$/) && at > 0 ? word(singularOf(token.text)) : token,
		);
		return one(...places.slice(0, count).map(place => act(head, 'the', [word(place)], thing)));
	}
	return numbered(tokens) ?? quotedKinds(tokens) ?? [];
};

/** `versions 7 and 8`, `rows 1, 2 and 4`. */
function numbered(tokens: readonly Token[]): Restatement[] | null {
	const at = tokens.findIndex(
		(token, place) =>
			place > 0 &&
			isWord(token, /^\p{Ll}{2,}s$/u) &&
			/^\d{1,3}$/.test(tokens[place + 1]?.text ?? '') &&
			(isWord(tokens[place + 2], /^and$/) || isMark(tokens[place + 2], /^,$/)),
	);
	if (at < 0 || at > 3) return null;
	let end = at + 1;
	while (
		end < tokens.length &&
		(/^\d{1,3}$/.test(tokens[end]!.text) || isWord(tokens[end], /^and$/) || isMark(tokens[end], /^,$/))
	)
		end++;
	const found = membersOf(tokens.slice(at + 1, end));
	if (found.length < 2 || !/^\d/.test(tokens[end - 1]!.text) || !found.every(({length}) => length === 1)) return null;
	const kind = singularOf(tokens[at]!.text);
	return one(...found.map(member => act(tokens.slice(0, at), [word(kind)], member, tokens.slice(end))));
}

/** `Add the labels "a" and "b" to the page`. */
function quotedKinds(tokens: readonly Token[]): Restatement[] | null {
	const at = tokens.findIndex(
		(token, place) => place > 0 && isWord(token, /^\p{Ll}{3,}s$/u) && tokens[place + 1]?.kind === 'quoted',
	);
	if (
		at < 1 ||
		at > 3 ||
		!opensWith(tokens[0], /^(?:add|remove|delete|assign|apply|attach|create|invite|open|close|archive)$/)
	)
		return null;
	let end = at + 1;
	while (
		end < tokens.length &&
		(tokens[end]!.kind === 'quoted' || isWord(tokens[end], /^and$/) || isMark(tokens[end], /^,$/))
	)
		end++;
	const found = membersOf(tokens.slice(at + 1, end));
	if (found.length < 2 || !found.every(member => member.length === 1) || tokens[end - 1]!.kind !== 'quoted')
		return null;
	return one(
		...found.map(member => act(tokens.slice(0, at), [word(singularOf(tokens[at]!.text))], member, tokens.slice(end))),
	);
}

const singularOf = (text: string): string =>
	text
		.replace(/(ch|sh|x|ss)es$/, '$1')
		.replace(/ies$/, 'y')
		.replace(/([^s])s$/, '$1');
const singular = (tokens: readonly Token[]): Token[] =>
	tokens.map((token, at) => (at === tokens.length - 1 ? word(singularOf(token.text)) : token));

const sent =
	'(save|submit|send|post|create|confirm|publish|add|book|request|reject|approve|decline|close|cancel|return|report|register|finish|complete|resolve|pay|order|upload|share)';
const withField = pattern(`${sent} {thing} with [the|a|an|my|its] {field} {value}`);

/** `Save the page with the change note "Renamed"`: what is filled in first, and then done. */
export const filledFirst: Restate = (tokens, type) => {
	if (type !== 'action') return [];
	return matches(withField, tokens)
		.filter(
			({thing, field, value}) =>
				value!.length === 1 &&
				value![0]!.kind === 'quoted' &&
				field!.length <= 4 &&
				field!.every(token => isWord(token, /^\p{Ll}[\p{L}-]*$/u)) &&
				!isWord(field!.at(-1), /^(?:button|link|icon|menu|tab|key|option|entry|card|account|method)$/) &&
				articles.has(thing![0]!.lower) &&
				thing!.length <= 5,
		)
		.slice(0, 1)
		.flatMap(({thing, field, value}) => one(act('type', value!, 'into the', field!), act(tokens.slice(0, 1), thing!)));
};

const isOwnName = (tokens: readonly Token[]): boolean =>
	tokens.length === 1 ||
	(tokens.length <= 5 &&
		isCapital(tokens[0]) &&
		tokens.every(token => isCapital(token) || (token.kind === 'word' && !joining.test(token.lower))));
const joining = /^(?:to|in|on|at|and|or|then|with|by|from|for|as|but|so|again|instead)$/;
const ownWords: Array<[ReturnType<typeof pattern>, (match: Record<string, Token[]>) => Restatement['said'] | null]> = [
	[
		pattern('(restrict|limit|narrow|narrow down|reduce) [the] {what} to [the] {field} {value}'),
		({field, value}) =>
			value!.length <= 3 &&
			(value![0]!.kind === 'quoted' || isCapital(value![0]) || (value!.length === 1 && isDataLike(value![0]!))) &&
			isPlain(field!, 2) &&
			!prepositions.has(field![0]!.lower)
				? [act('select', value!, 'from the', field!)]
				: null,
	],
	[
		pattern('(raise|lower|increase|decrease|reduce|bump|correct) [the] {field} [of {thing}] to {value}'),
		({field, thing, value}) =>
			isPlain(field!, 3) && value!.length <= 2 && isDataLike(value![0]!)
				? [act('set the', field!, ...(thing ? ['of', thing] : []), 'to', value!)]
				: null,
	],
	[
		pattern('(raise|lower|increase|decrease|reduce) [the] {field} of {thing} to {value}'),
		({field, thing, value}) =>
			isPlain(field!, 3) && value!.length <= 2 && isDataLike(value![0]!)
				? [act('set the', field!, 'of', thing!, 'to', value!)]
				: null,
	],
	[
		pattern('(start|begin) (on|at|from|with) the {page} (page|screen|view) [of {site}]'),
		({page}) => (page!.length <= 4 ? [act('go to the', page!, 'page')] : null),
	],
	// What is renamed is what is open for it: its name is a field.
	[
		pattern('rename (it|this|that|this one|that one) (to|as|into) {name}'),
		({name}) => (isOwnName(name!) ? [act('set the name to', isCapital(name![0]) ? asOne(name!) : name!)] : null),
	],
	[
		pattern('rename (the|this) {kind} (to|as|into) {name}'),
		({kind, name}) =>
			kind!.length === 1 && recordNouns.has(kind![0]!.lower) && isOwnName(name!)
				? [act('set the name to', isCapital(name![0]) ? asOne(name!) : name!)]
				: null,
	],
	[pattern('tab [on|over] to [the] {field}'), ({field}) => (field!.length <= 4 ? [act('click', field!)] : null)],
	[
		pattern('(escape|leave|exit) [from|out of] {area} (with|using|via|by pressing) [the] {key} key'),
		({key}) => [act('press', key!)],
	],
	[
		pattern(
			'(log in|sign in) (with|using|as) [user|employee|manager|customer|admin|the user] {name} (and|with|using|with the|using the|and the|, with) [the] [password] {password}',
		),
		({name, password}) =>
			name!.length === 1 &&
			password!.length === 1 &&
			[name!, password!].every(([token]) => token!.kind === 'quoted' || isDataLike(token!))
				? [act('log in as', name!, 'with password', password!)]
				: null,
	],
	[
		pattern('(log in|sign in) (with|using|as) {role} {name} (and|with|using) [the] password {password}'),
		({role, name, password}) =>
			isPlain(role!, 2) && name!.length === 1 && password!.length === 1 && isDataLike(name![0]!)
				? [act('log in as', name!, 'with password', password!)]
				: null,
	],
	[
		pattern('(proceed|continue|go on|move on|go) to [the] {place} as [a|an] {who}'),
		({place, who}) =>
			isPlain(place!, 2) && isPlain(who!, 2) ? [act('go to', place!), act('continue as', who!)] : null,
	],
];
const isPlain = (tokens: readonly Token[], most: number): boolean =>
	tokens.length <= most && tokens.every(token => isWord(token, /^\p{Ll}[\p{L}-]*$/u));

/** What is said in a word that stands for a plainer act. */
export const inOtherWords: Restate = (tokens, type) =>
	type === 'action'
		? ownWords.flatMap(([form, say]) =>
				matches(form, tokens).flatMap(match => {
					const said = say(match);
					return said ? [{said}] : [];
				}),
			)
		: [];

/** `Settings > General: set the size to 25, save`: a path in front of what is done there. */
export const atPath: Restate = (tokens, type) => {
	if (type !== 'action') return [];
	const colon = tokens.findIndex(token => isMark(token, /^:$/));
	const path = tokens.slice(0, Math.max(colon, 0));
	const isPath = path.length >= 3 && path.some(token => isMark(token, /^(?:>|→|»|>>)$/)) && !acts(path);
	return isPath ? one(act('go to', path), act(tokens.slice(colon + 1))) : [];
};
