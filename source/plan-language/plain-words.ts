import {startsWith} from './pattern.ts';
import {withoutContractions} from './predicates.ts';
import {type Token, word} from './tokens.ts';
import {ordinalOf} from './words.ts';

/** Words that say the same as others wherever they stand outside quotes: the left side is said as the right one. */
const sames: Array<[string, string]> = [
	['has changed to', 'is'],
	['have changed to', 'are'],
	['is supposed to', 'should'],
	['are supposed to', 'should'],
	['is meant to', 'should'],
	['are meant to', 'should'],
	['is expected to', 'should'],
	['are expected to', 'should'],
	['is due to', 'should'],
	['ought not to', 'should not'],
	['ought to', 'should'],
	['has got to', 'should'],
	['is going to', 'will'],
	['must no longer', 'should no longer'],
	['is not supposed to', 'should not'],
	['is not meant to', 'should not'],
	['is not to be', 'should not be'],
	['any longer', 'any more'],
	['gets shown', 'is shown'],
	['gets displayed', 'is shown'],
	['get displayed', 'are shown'],
	['gets disabled', 'is disabled'],
	['gets enabled', 'is enabled'],
	['gets hidden', 'is hidden'],
	['gets removed', 'is removed'],
	['gets selected', 'is selected'],
	['gets listed', 'is listed'],
	['is still to be', 'is'],
	['(ascending)', 'ascending'],
	['(descending)', 'descending'],
	['(empty)', 'empty'],
	['(blank)', 'blank'],
	['once again', 'again'],
	['is offered', 'is visible'],
	['are offered', 'are visible'],
	['is already', 'is'],
	['are already', 'are'],
	['dev tools console', 'browser console'],
	['devtools console', 'browser console'],
];
const table = sames
	.map(([from, to]) => ({from: from.split(' '), to: to.split(' ')}))
	.sort((one, other) => other.from.length - one.from.length);

/** `Lotte's status` → `the status of Lotte`, `"Lotte"'s` alike: whose it is stands behind. */
export function ownerBehind(tokens: readonly Token[]): readonly Token[] {
	const [first, second] = tokens;
	if (!first || !second || /^(?:only|just)$/.test(first.lower)) return tokens;
	if (isOrdinalOwner(tokens)) return ownedBy(tokens, first.lower === 'the' ? 1 : 0, 2);
	const quoteOwner = first.kind === 'quoted' && second.lower === "'s" ? first : null;
	const own = /^((?=\p{Lu}|[\p{L}-]*\d)[\p{L}\d-]+)['’]s$/u;
	const at = quoteOwner ? 1 : tokens.slice(0, 3).findIndex(({kind, text}) => kind === 'word' && own.test(text));
	if (at < 0 || (!quoteOwner && !tokens.slice(0, at).every(({text}) => /^\p{Lu}/u.test(text)))) return tokens;
	return ownedBy(tokens, 0, at + 1);
}

/** `the second row's status`: which record is said by its place. */
function isOrdinalOwner(tokens: readonly Token[]): boolean {
	const at = tokens[0]?.lower === 'the' ? 1 : 0;
	const [place, owner] = tokens.slice(at);
	return ordinalOf(place) !== null && owner?.kind === 'word' && /^\p{Ll}+['’]s$/u.test(owner.text);
}

/** The sentence with its owner, `count` tokens from `from` on, behind what is owned: at most three words before a verb. */
function ownedBy(tokens: readonly Token[], from: number, count: number): readonly Token[] {
	const end = from + count;
	const verb = tokens.findIndex(
		({lower}, index) => index > end && /^(?:is|are|should|must|has|shows|reads|says|will|can|does|equals)$/.test(lower),
	);
	if (verb < 0 || verb - end > 3) return tokens;
	const owner = tokens
		.slice(from, end)
		.filter(({lower}) => lower !== "'s")
		.map(token => (/['’]s$/u.test(token.text) && token.kind === 'word' ? word(token.text.slice(0, -2)) : token));
	const article = from === 0 ? [] : [word('the')];
	const spaced = owner.map((token, at) => (at === 0 ? {...token, isSpaced: true} : token));
	return [word('the'), ...tokens.slice(end, verb), word('of'), ...article, ...spaced, ...tokens.slice(verb)];
}

/** A claim in fewer different words: contractions in full, `is supposed to` and its like as `should`. */
export function plainClaim(tokens: readonly Token[]): readonly Token[] {
	const plain = ownerBehind(withoutContractions(tokens));
	const found: Token[] = [];
	for (let at = 0; at < plain.length; ) {
		const same = plain[at]!.kind === 'word' ? table.find(({from}) => startsWith(plain, at, from)) : undefined;
		if (!same) {
			found.push(plain[at]!);
			at++;
			continue;
		}
		found.push(...same.to.map(text => ({text, lower: text, kind: 'word' as const, isSpaced: true})));
		at += same.from.length;
	}
	return found;
}
