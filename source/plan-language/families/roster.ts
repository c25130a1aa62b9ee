import {type Draft, parts, type Form} from '../draft.ts';
import {byForms, form} from '../pattern.ts';
import {namesIn} from '../several.ts';
import {type Token, textOf, word} from '../tokens.ts';
import {countOf, withoutArticle} from '../words.ts';
import {listOf} from './each.ts';

/** `three flow tabs`: how many of what. Null: no number stands in front. */
function numbered(tokens: readonly Token[]): {number: number; things: readonly Token[]} | null {
	const [first, ...things] = withoutArticle(tokens);
	const number = first?.kind === 'word' && things.length > 0 ? countOf(first) : null;
	return number === null ? null : {number, things};
}

/** As many as are named, and each of them is one of these: what `called`, a colon or `exactly` says of a list. */
function roster(things: readonly Token[], names: readonly Token[], place: readonly Token[] = []): Draft[] {
	const several = namesIn(names);
	const counted = numbered(things);
	if (several === null || (counted !== null && counted.number !== several.length)) return [];
	const [target] = listOf(counted?.things ?? things, place);
	if (!target) return [];
	const [value, ...others] = several.map(name => ({text: textOf(name), isQuoted: name[0]!.kind === 'quoted'}));
	const said = {column: '', value: value!, state: null, others, number: several.length};
	return [parts({op: 'each', isNegated: false, target, ...said})];
}

const inside = word('in');
const called = '(:|,|called|named|namely)';

const forms: Form[] = [
	form(`there (is|are) [now|only|exactly|still] {things} ${called} {names}`, ({things, names}) =>
		numbered(things!) ? roster(things!, names!) : [],
	),
	form(
		`{place} (has|shows|lists|contains|offers|holds|have|show|list) [now|only|exactly] {things} ${called} {names}`,
		({place, things, names}) => (numbered(things!) ? roster(things!, names!, [inside, ...place!]) : []),
	),
	form(`{place} (contains|lists|shows|has|holds|offers) (exactly|precisely) {names}`, ({place, names}) =>
		roster([word('items')], names!, [inside, ...place!]),
	),
];

/** "There are three tabs: A, B and C", "The list has two users, A and B", "The sidebar contains exactly A and B". */
export const rosterOf = (tokens: readonly Token[]): Draft[] => byForms(forms, tokens).slice(0, 1);
