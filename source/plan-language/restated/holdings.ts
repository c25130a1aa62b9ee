import {roleAtEnd} from '../names.ts';
import {plainClaim} from '../plain-words.ts';
import {predicatesOf, withoutContractions} from '../predicates.ts';
import type {Token} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {areaRoles, articles, countOf} from '../words.ts';
import {heldIn} from './complements.ts';
import {asOne, claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';
import {membersOf} from './short-claims.ts';

const places = new Set([
	'dialog',
	'table',
	'list',
	'section',
	'form',
	'menu',
	'header',
	'footer',
	'card',
	'row',
	'item',
]);
/** What one sees as a thing, and is no text or value. */
const things = new Set([
	'button',
	'link',
	'field',
	'checkbox',
	'radio',
	'dropdown',
	'switch',
	'slider',
	'tab',
	'icon',
	'image',
	'column',
	'menu',
	'table',
]);

/** `The dialog has a "Fermer" button`, `The header contains a search field`: what is visible there. */
export const hasThings: Restate = tokens => {
	const plain = withoutContractions(plainClaim(tokens));
	const [own] = predicatesOf(plain);
	if (!own || !/^(?:have|contain|show|hold)$/.test(own.verb) || !isPlace(own.subject)) return [];
	const held = membersOf(own.rest);
	if (held.length === 0 || !held.every(isThing)) return [];
	if (own.isNegated && held.length > 1) return [];
	const there = own.isNegated ? 'there is no' : 'there is a';
	return [{said: held.map(one => claim(there, one.slice(1), 'in', own.subject))}];
};

const isPlace = (subject: readonly Token[]): boolean => {
	if (!articles.has(subject[0]?.lower ?? '') || subject.length > 8) return false;
	const of = subject.findIndex(token => isWord(token, /^(?:of|for)$/));
	const role = roleAtEnd(of > 0 ? subject.slice(0, of) : subject)?.role;
	return (
		role !== undefined &&
		places.has(role) &&
		!subject.some(token => isMark(token, /./) || isWord(token, /^(?:and|or)$/))
	);
};

/** `a "Fermer" button`, `an Export button`: one, called by its kind at the end. */
function isThing(member: readonly Token[]): boolean {
	if (!isWord(member[0], /^(?:a|an)$/) || member.length > 6) return false;
	const own = member.slice(1);
	const kind = roleAtEnd(own);
	const isPlain = !own.some(
		token =>
			isMark(token, /./) ||
			isWord(
				token,
				/^(?:with|for|of|in|to|that|which|named|called|labelled|saying|reading|new|red|green|blue|yellow|grey|gray|big|small|large)$/,
			),
	);
	return kind !== null && things.has(kind.role) && kind.rest.length > 0 && isPlain;
}

/**
 * `"Cold Lanterns" has 340 pages and the status Published`: each is claimed of the record. What is counted may as well be
 * the number in the column of that name.
 */
export const hasFacts: Restate = tokens => {
	const plain = plainClaim(tokens);
	const [own] = predicatesOf(plain);
	if (!own || own.isNegated || !/^(?:have|show)$/.test(own.verb) || !isRecord(own.subject)) return [];
	const members = membersOf(own.rest);
	const facts = members.map(member => (isNone(member) ? {count: member[0]!, things: member.slice(1)} : heldIn(member)));
	if (members.length < 2 || !facts.every(isFact)) return [];
	return [
		{
			said: facts.map(fact =>
				fact && 'label' in fact
					? claim('the', fact.label, 'of', own.subject, fact.how, fact.value)
					: claim(own.subject, 'has', members[facts.indexOf(fact)]!),
			),
		},
	];
};

/** A number of things, or a label with its value: `a Delete button` is neither. */
const isFact = (fact: ReturnType<typeof heldIn>): boolean =>
	fact !== null && ('count' in fact || ('label' in fact && !articles.has(fact.label[0]!.lower)));

/** `no comments` */
const isNone = (member: readonly Token[]): boolean =>
	member.length === 2 && isWord(member[0], /^no$/) && isWord(member[1], /^\p{Ll}{3,}$/u);

/** By a name in quotes or capitals, without an article: no place of the page. */
const isRecord = (subject: readonly Token[]): boolean =>
	subject.length <= 5 && subject.every(token => isCapital(token) || isDataLike(token)) && roleAtEnd(subject) === null;

const shows = /^(?:have|contain|show|hold)$/;
const many = /^\p{Ll}[\p{Ll}-]+[^s\P{L}]s$/u;
/** Read as what they are elsewhere. */
const kindsReadElsewhere =
	/^(?:options|columns|items|entries|values|fields|buttons|tabs|links|headings|rows|details|results|words|texts|address|checkboxes|icons)$/;

/** `The navigation lists the collections Authors and Books`: each of the names; what kind of things they are is no part of one. */
export const listsKinds: Restate = tokens => {
	const plain = plainClaim(tokens);
	const [own] = predicatesOf(plain);
	if (!own || own.isNegated || !shows.test(own.verb)) return [];
	const rest = own.rest.filter((_, at) => at > 0 || !articles.has(own.rest[0]!.lower));
	const [kind] = rest;
	if (!isWord(kind, many) || kindsReadElsewhere.test(kind!.lower) || countOf(kind) !== null) return [];
	const names = membersOf(rest.slice(isMark(rest[1], /^:$/) ? 2 : 1));
	if (names.length < 2 || !names.every(isName)) return [];
	return ofPlace(own.subject, names);
};

const isName = (name: readonly Token[]): boolean =>
	name.length <= 4 &&
	(name[0]!.kind === 'quoted'
		? name.length === 1
		: name.every(token => token.kind === 'word' && (isCapital(token) || isDataLike(token))));

const pageWords = /^(?:page|screen|app|site)$/;

function ofPlace(subject: readonly Token[], names: Token[][]): Restatement[] {
	const role = roleAtEnd(subject)?.role;
	if (subject.length === 2 && articles.has(subject[0]!.lower) && pageWords.test(subject[1]!.lower))
		return [{said: names.map(name => claim('the page shows', asOne(name)))}];
	const isArea = role !== undefined && areaRoles.has(role) && role !== 'column' && articles.has(subject[0]!.lower);
	return isArea ? [{said: names.map(name => claim(subject, 'contains', asOne(name)))}] : [];
}
