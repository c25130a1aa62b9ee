import {type Draft, type Family, one, type Form} from '../draft.ts';
import {emptyTarget, isPhrase} from '../names.ts';
import {byForms, form} from '../pattern.ts';
import type {Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';
import {articles, grammarWords, ordinalOf, vagueModifiers} from '../words.ts';

const back = one({op: 'back'});
const forward = one({op: 'forward'});
const reload = one({op: 'reload'});

/** Where a list has pages, the one before this one is not what the browser showed before. */
const backOrPaging = [back, one({op: 'click', target: {...emptyTarget('button'), phrase: 'previous'}})];

const paging: Form[] = [
	form('(go|navigate|head|return|move) back to [the] (previous|preceding) page', () => backOrPaging),
	form('(return|go|navigate|get|move) to [the] (previous|preceding) page', () => backOrPaging),
];
const history: Form[] = [
	form('(go|navigate|head|return|move) back [one page|a page|in the browser|in browser]', () => [back]),
	form("(press|click|use|hit|tap) [on] [the] (browser's|browser|browsers) back [button]", () => [back]),
	form('(press|click|use|hit|tap) [on] [the] back button (of the browser|in the browser)', () => [back]),
	form('(go|navigate|move) forward [to the next page|one page|in the browser]', () => [forward]),
	form("(press|click|use|hit|tap) [on] [the] (browser's|browser) forward [button]", () => [forward]),
	form('(refresh|reload) [the] [current] [page|browser|browser page|site|website|app|application|window|tab]', () => [
		reload,
	]),
	form('reload', () => [reload]),
];

const goVerbs =
	'(go|navigate|browse|head|return|go back|navigate back|move|get|come back|go over|go ahead|proceed|continue|be|am)';
const addressed: Form[] = [
	form(`${goVerbs} to {place}`, ({place}) => placed(place!)),
	form('(open|launch|view) [up] {place}', ({place}) => placed(place!, true)),
	form('(visit|load|access|browse) {place}', ({place}) => placed(place!)),
	form('(navigate|go) (into|inside|on|onto) {place}', ({place}) => placed(place!)),
	form('(launch|open|start) [the|a|your] [web] browser', () => [home]),
	form('(launch|open|start) [the|a|your] [web] browser (and|,) [then] (go|navigate) to {place}', ({place}) =>
		placed(place!),
	),
	form('(open|launch|load|visit) [the] {name} (at|on) {place}', ({place}) =>
		addressOf(place!) === null ? [] : placed(place!),
	),
	form('open {place} in [the|a|your] [web] browser', ({place}) => placed(place!)),
	// `Given I am on "/login"`: an instruction, where a claim would be an assertion.
	form('[i|we] (am|are) on [the] {place} [page]', ({place}) =>
		/^(?:\/|https?:)/.test(place![0]!.text) && place!.length === 1 ? placed(place!) : [],
	),
];
const home: Draft = one({op: 'goto', address: ''});

/** "go to /cart, open the home page, go to the Orders page, go back, refresh". */
export const navigate: Family = tokens => {
	const paged = byForms(paging, tokens);
	if (paged.length > 0) return paged.slice(0, backOrPaging.length);
	const moved = byForms(history, tokens);
	if (moved.length > 0) return moved.slice(0, 1);
	const places = byForms(addressed, tokens);
	const addresses = places.filter(draft => 'parts' in draft && draft.parts[0]!.op === 'goto');
	return addresses.length > 0 ? addresses.slice(0, 1) : places;
};

const homeNames =
	/^(?:home ?page|home|(?:web ?)?site|website|web ?page|(?:web )?app|application|web application|base url|start page|starting page|landing page|main page|url|front page|index page|entry page|site root|root page|root|wiki|forum|portal|web ?shop|online (?:shop|store)|(?:web |user )?(?:ui|interface)|web client|front ?end)$/;

/** `the start page of the wiki` */
const ofSite = / of (?:the |this |our )?(?:site|website|wiki|app|application|shop|store|portal|forum)$/;

/** What opens on the page that one is on. */
const opens = /\b(?:picker|calendar|editor|details|wizard|selector|palette|chooser)$/i;

function placed(all: readonly Token[], isOpened = false): Draft[] {
	const tokens = articles.has(all[0]!.lower) ? all.slice(1) : [...all];
	if (tokens.length === 0) return [];
	const address = addressOf(tokens);
	if (address !== null) return [one({op: 'goto', address})];
	const place = textOf(tokens).toLowerCase().replace(ofSite, '');
	if (homeNames.test(place) && tokens.every(({kind}) => kind === 'word')) return [home];
	const names = path(tokens);
	if (names) return [one({op: 'go', names})];
	if (!isPlace(tokens)) return [];
	return targetsOf(tokens).flatMap(named => {
		const target: Target = isOpened ? {...named, opens: true} : named;
		if (target.phrase === '' && target.ordinal === null && target.scopes.length === 0 && target.role === null)
			return [];
		const isNamed = target.role === null || target.role === 'page' || target.role === 'section';
		if (target.scopes.length === 0 && target.ordinal === null && isNamed && target.phrase !== '') {
			const go = one({op: 'go', names: [target.phrase]});
			// `Login page`: what is called so in full, where there is such a thing.
			const {said} = target;
			const whole: Draft[] =
				said === undefined || !isOpened || articles.has(all[0]!.lower)
					? []
					: [one({op: 'click', target: {...target, phrase: said, role: null, said: undefined, isWhole: true}})];
			const click = one({op: 'click', target});
			// A section unfolds, and is left alone where it is open.
			if (isOpened && target.role === 'section') return [click, go];
			if (!isOpened || target.role !== null) return [go, ...whole];
			return target.isQuoted || opens.test(target.phrase) ? [click] : [go, click];
		}
		if (target.phrase === '' && target.role === 'page') return [];
		// `the shopping list`: a place that is called so, word for its kind and all, before a list that is called shopping.
		const isCalled = !isOpened && target.phrase !== '' && target.scopes.length === 0 && target.ordinal === null;
		const called =
			isCalled && !target.isQuoted && collections.has(named.role) ? [one({op: 'go', names: [textOf(tokens)]})] : [];
		return [...called, one({op: 'click', target})];
	});
}

const collections = new Set<Target['role']>(['list', 'table', 'form', 'card', 'item', 'message', 'image']);

const isPlace = (tokens: readonly Token[]): boolean =>
	!vagueModifiers.has(tokens[0]!.lower) || ordinalOf(tokens[0]) !== null;

const urlWords = /^(?:url|address|link|path|page|site|website|route)$/;

/** A path or URL, with or without the word for it: `https://…`, `/login`, `url "http://…"`. */
function addressOf(tokens: readonly Token[]): string | null {
	const rest = tokens.filter(
		({lower, text}, at) => !(tokens.length > 1 && (urlWords.test(lower) || (at > 0 && text === ':'))),
	);
	const [only] = rest;
	if (rest.length !== 1 || !only) return null;
	const {text} = only;
	if (only.kind === 'variable') return text;
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^\/(?!\s)\S*$/.test(text) || /^#\//.test(text)) return text;
	if (/^(?:about|data|javascript|file|view-source|chrome):/i.test(text)) return text;
	if (/^VAR_[A-Z0-9_]+\//.test(text)) return text;
	return /^(?:www\.|localhost\b|(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|app|test|example|local|html?|php|co|uk|de|fr|edu|gov)\b)\S*$/i.test(
		text,
	)
		? text
		: null;
}

const arrows = /^(?:>|→|»|->|=>|>>)$/;

/** `Settings > Billing`: a click on each. */
function path(tokens: readonly Token[]): string[] | null {
	const names: Token[][] = [[]];
	for (const token of tokens) {
		if (token.kind === 'mark' && arrows.test(token.text)) names.push([]);
		else names.at(-1)!.push(token);
	}
	if (names.length < 2 || names.some(name => !isPhrase(name) || name.some(({lower}) => grammarWords.has(lower))))
		return null;
	const last = names.at(-1)!;
	if (last.length > 1 && /^(?:page|screen|section|tab|menu)$/.test(last.at(-1)!.lower)) last.pop();
	return names.map(textOf);
}
