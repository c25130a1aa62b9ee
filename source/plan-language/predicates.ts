import {startsWith} from './pattern.ts';
import type {Token} from './tokens.ts';

/** A sentence cut at its verb: who, whether it is denied, the verb in its plain form, and what follows. */
export type Predicate = {
	subject: Token[];
	isNegated: boolean;
	verb: string;
	rest: Token[];
	/** `is` of one, `are` of many. */
	isOfOne: boolean;
};

/** Plain forms of the verbs that claims about a page are made with. */
const verbs: Record<string, string> = {};
for (const [verb, forms] of Object.entries({
	be: 'be am is are was were being been become becomes became stay stays stayed remain remains remained',
	have: 'have has had',
	contain: 'contain contains contained include includes',
	show: 'show shows showed display displays displayed say says said read reads state states list lists indicate indicates offers',
	appear: 'appear appears appeared exist exists existed',
	disappear: 'disappear disappears disappeared vanish vanishes vanished',
	equal: 'equal equals',
	match: 'match matches matched',
	start: 'start starts begin begins',
	end: 'end ends',
	come: 'come comes came',
	point: 'point points lead leads link links',
	see: 'see sees saw get gets',
	hold: 'hold holds',
	open: 'opens opened',
	answer: 'answered answers returned returns responded responds',
	fail: 'failed fails fail',
	change: 'changes changed',
}))
	for (const form of forms.split(' ')) verbs[form] = verb;

const modals = new Set(
	'should must will shall can could may would do does did to needs need ought has have'.split(' '),
);
const contractions: Record<string, string[]> = {
	"isn't": ['is', 'not'],
	"aren't": ['are', 'not'],
	"wasn't": ['was', 'not'],
	"doesn't": ['does', 'not'],
	"don't": ['do', 'not'],
	"didn't": ['did', 'not'],
	"shouldn't": ['should', 'not'],
	"mustn't": ['must', 'not'],
	"won't": ['will', 'not'],
	"can't": ['can', 'not'],
	cannot: ['can', 'not'],
	"couldn't": ['could', 'not'],
	"hasn't": ['has', 'not'],
	"there's": ['there', 'is'],
	"it's": ['it', 'is'],
	"i'm": ['i', 'am'],
	"i've": ['i', 'have'],
	"we've": ['we', 'have'],
	"you've": ['you', 'have'],
	"we're": ['we', 'are'],
	"you're": ['you', 'are'],
	"haven't": ['have', 'not'],
	"that's": ['that', 'is'],
	"there're": ['there', 'are'],
	"wouldn't": ['would', 'not'],
	"weren't": ['were', 'not'],
	// As people type them in a hurry.
	theres: ['there', 'is'],
	isnt: ['is', 'not'],
	arent: ['are', 'not'],
	doesnt: ['does', 'not'],
	dont: ['do', 'not'],
	didnt: ['did', 'not'],
	cant: ['can', 'not'],
	shouldnt: ['should', 'not'],
	wont: ['will', 'not'],
};
/** Words beside a verb that change nothing a page can show. */
const fillers = new Set(
	'now also still then already currently successfully correctly properly clearly immediately automatically finally actually indeed initially just again'.split(
		' ',
	),
);

/** `isn't` → `is not`, only where the words are not quoted. */
export function withoutContractions(tokens: readonly Token[]): Token[] {
	let isOver = false;
	return tokens.flatMap((token, at) => {
		const isPlain =
			token.kind === 'word' && (token.text === token.lower || /^(?:There|It|I|We|You|That)'/.test(token.text));
		const words = isPlain && !isOver ? contractions[token.lower] : undefined;
		// What is behind the verb is data: `The page shows Sorry, we couldn't find it`.
		if (
			token.kind === 'word' &&
			token.text === token.lower &&
			// `The display name can't be edited`: a noun.
			!/^(?:the|a|an|this|its)$/.test(tokens[at - 1]?.lower ?? '') &&
			/^(?:shows|says|contains|displays|reads|show|say|contain|display|read)$/.test(token.lower)
		)
			isOver = true;
		return words
			? words.map((word, index) => ({...token, text: word, lower: word, isSpaced: index > 0 || token.isSpaced}))
			: [token];
	});
}

/** `has disappeared`, `has not appeared yet`: what came about, and nothing that is had. */
function isPerfect(tokens: readonly Token[], from: number): boolean {
	const next = tokens.slice(from).find(({lower}) => lower !== 'not' && lower !== 'never' && !fillers.has(lower));
	return next?.kind === 'word' && next.text === next.lower && perfects.has(next.lower);
}
const perfects = new Set(
	'appeared disappeared vanished existed become opened changed failed stayed remained'.split(' '),
);

/** Every verb that the sentence may turn on, from left to right. @param tokens without contractions */
export function predicatesOf(tokens: readonly Token[]): Predicate[] {
	const found: Predicate[] = [];
	for (let at = 0; at < tokens.length; at++) {
		const end = verbEnd(tokens, at);
		if (end)
			found.push({
				subject: withoutFillers(tokens.slice(0, at)),
				isNegated: end.isNegated,
				verb: end.verb,
				rest: tokens.slice(end.at),
				isOfOne: tokens.slice(at, end.at).some(({lower}) => lower === 'is' || lower === 'was'),
			});
		if (end?.hasModal) at = end.at - 1;
	}
	return found;
}

/** `The first task now reads …`. A subject of one word stays. */
function withoutFillers(subject: Token[]): Token[] {
	const last = subject.at(-1);
	return subject.length > 1 && last?.kind === 'word' && last.text === last.lower && fillers.has(last.lower)
		? withoutFillers(subject.slice(0, -1))
		: subject;
}

const phrasals: Array<[string[], string]> = (
	[
		['pops up', 'appear'],
		['pop up', 'appear'],
		['shows up', 'appear'],
		['show up', 'appear'],
		['comes up', 'appear'],
		['come up', 'appear'],
		['turns up', 'appear'],
		['slides in', 'appear'],
		['slides out', 'disappear'],
		['is back', 'appear'],
		['are back', 'appear'],
		['goes away', 'disappear'],
		['go away', 'disappear'],
		['closes', 'disappear'],
		['is gone', 'disappear'],
	] as const
).map(([words, verb]) => [words.split(' '), verb]);

/** The verb group that begins here: modals, denial, fillers, the verb, denial and fillers again. */
function verbEnd(
	tokens: readonly Token[],
	start: number,
): {at: number; isNegated: boolean; verb: string; hasModal: boolean} | null {
	let at = start;
	let isNegated = false;
	let hasModal = false;
	const skip = () => {
		while (at < tokens.length) {
			const {lower} = tokens[at]!;
			if (lower === 'not' || lower === 'never') isNegated = true;
			else if (lower === 'no' && tokens[at + 1]?.lower === 'longer') {
				isNegated = true;
				at++;
			} else if (!fillers.has(lower)) break;
			at++;
		}
	};
	const first = tokens[start]!;
	if (first.kind !== 'word' || first.text !== first.lower) return null;
	if (first.lower === 'no' || first.lower === 'not' || first.lower === 'never') {
		skip();
		if (at === start) return null;
		hasModal = true;
	}
	if (
		modals.has(tokens[at]?.lower ?? '') &&
		((tokens[at]!.lower !== 'has' && tokens[at]!.lower !== 'have') ||
			tokens[at + 1]?.lower === 'to' ||
			tokens[at + 1]?.lower === 'been' ||
			isPerfect(tokens, at + 1))
	) {
		const before = at;
		at++;
		if (tokens[at]?.lower === 'to') at++;
		skip();
		if (!verbs[tokens[at]?.lower ?? '']) {
			if (at === before + 1 || hasModal) return null;
			return null;
		}
		hasModal = true;
	}
	const phrasal = phrasals.find(([words]) => startsWith(tokens, at, words));
	if (phrasal) return {at: at + phrasal[0].length, isNegated, verb: phrasal[1], hasModal};
	const word = tokens[at];
	const verb = word && word.kind === 'word' && word.text === word.lower ? verbs[word.lower] : undefined;
	if (!verb) return null;
	at++;
	skip();
	// `has been removed`, `is being shown`, `gets displayed`
	if ((verb === 'be' || verb === 'have') && /^(?:being|been|be)$/.test(tokens[at]?.lower ?? '')) {
		at++;
		skip();
		return {at, isNegated, verb: 'be', hasModal};
	}
	return {at, isNegated, verb, hasModal};
}
