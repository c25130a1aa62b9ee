import {roleAtEnd} from '../names.ts';
import {type Match, matches, pattern} from '../pattern.ts';
import {plainClaim} from '../plain-words.ts';
import {type Token, textOf} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {articles, recordNouns} from '../words.ts';
import {asOne, claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';

/** Most words of a record or a value. */
const longest = 6;

/** Nothing that is denied: a row without the text says less than that it is not so. */
const done = ['is', 'was', 'has been'].map(be =>
	pattern(`{record} ${be} [now|still|already|also] {verb} (under|by|to|in|at|from|with|as|for|on) {value}`),
);
const participle = /^\p{Ll}+(?:ed|wn|ent|ilt|ught|ept|eld|ade|old|aid|oken|itten|iven|aken|osen)$/u;
/** What says how something of the page is, or that a record is gone: other claims, which no text of a row is. */
const ofPage =
	/^(?:shown|displayed|listed|sorted|ordered|filtered|filled|prefilled|pre-filled|redirected|covered|required|disabled|enabled|selected|checked|unchecked|ticked|set|downloaded|removed|deleted|replaced|renamed|changed|focused|aligned|placed|located|positioned|followed|preceded|surrounded|separated|linked|limited|rendered|translated|opened|highlighted|expanded|collapsed|pinned|hidden|logged|signed|named|titled|called|labelled|labeled|increased|decreased|reduced|updated|closed|marked|tagged|flagged|present|different|excluded|hosted|loaded|saved|stored|in)$/;

/** `barrel-store is licensed under Apache-2.0`: its row says the value; that it is a licence is read nowhere. */
export const saysOfRecord: Restate = tokens => {
	const plain = plainClaim(tokens);
	return done
		.flatMap(form => matches(form, plain))
		.filter(({record, verb, value}) => isOfRecord(record!, verb!) && isValue(value!))
		.slice(0, 1)
		.flatMap(match => rowHolds(match, plain));
};

function rowHolds({record, verb, value}: Match, plain: readonly Token[]): Restatement[] {
	const at = plain.indexOf(verb![0]!);
	const said = textOf(plain.slice(at, plain.length - value!.length));
	return [
		{
			said: [claim('the row of', recordIn(record!), 'contains', asOne(value!))],
			leaves: said,
		},
	];
}

const isOfRecord = (record: readonly Token[], verb: readonly Token[]): boolean =>
	verb.length === 1 && isWord(verb[0], participle) && !ofPage.test(verb[0]!.lower) && isRecord(record);

/** Called by its name, and no control or place. */
function isRecord(tokens: readonly Token[]): boolean {
	const own = withoutArticle(tokens);
	const isNamed = own.some(token => isDataLike(token) || isCapital(token)) || isCode(own);
	const isGrammar = own.some(
		token => isMark(token, /./) || isWord(token, /^(?:and|or|of|in|on|that|which|who|it|i|we|you|they|there)$/),
	);
	return (
		own.length > 0 && own.length <= longest && isNamed && !isGrammar && roleOf(own) === null && !isPronoun(own[0]!)
	);
}
const isPronoun = ({lower}: Token): boolean => /^(?:i|we|you|it|he|she|they|there|this|that)$/.test(lower);
/** `barrel-store`: no word of a sentence is written so. */
const isCode = ([only, ...others]: readonly Token[]): boolean =>
	others.length === 0 && only?.kind === 'word' && /^\p{Ll}[\p{L}\d]*(?:-[\p{L}\d]+)+$/u.test(only.text);
const roleOf = (tokens: readonly Token[]) => {
	const role = roleAtEnd(tokens)?.role ?? null;
	return role === 'item' || role === 'row' ? null : role;
};

/** What is in quotes, or behind the noun for its kind: `the task "Buy milk"`, `package lantern-kit`. */
function recordIn(record: readonly Token[]): readonly Token[] {
	const own = withoutArticle(record);
	const quoted = own.filter(({kind}) => kind === 'quoted');
	if (quoted.length === 1) return quoted;
	const isKind = own.length > 1 && own[0]!.text === own[0]!.lower && recordNouns.has(own[0]!.lower);
	const name = isKind ? own.slice(1) : own;
	return name.some(({text}) => /^#?\d+$/.test(text)) && !isKind ? name : asOne(name);
}

const withoutArticle = (tokens: readonly Token[]): readonly Token[] =>
	articles.has(tokens[0]?.lower ?? '') && tokens.length > 1 ? tokens.slice(1) : tokens;

/** A name, a number, a text in quotes. */
const isValue = (tokens: readonly Token[]): boolean =>
	tokens[0]!.kind === 'quoted'
		? tokens.length === 1
		: tokens.length <= longest - 2 &&
			!/^(?:https?:|\/)/.test(tokens[0]!.text) &&
			tokens.every(token => token.kind === 'word' && (isCapital(token) || isDataLike(token)));

const leads = [
	pattern('{thing} (points|refers|resolves) [now|still|again] to [the|a] {value}'),
	pattern('{thing} (points|refers|resolves|leads) [now|still|again] to [the|a] {noun} {value}'),
];
/** These have an address, which is another claim. */
const withAddress = /^(?:link|button|icon|image|logo|arrow|tab|heading|menu|breadcrumb)$/;

/** `The "next" tag points to version 2.0.0`: what stands beside it. An address is that of a link. */
export const pointsTo: Restate = tokens =>
	leads
		.flatMap(form => matches(form, plainClaim(tokens)))
		.filter(
			({thing, noun, value}) =>
				isPlainThing(thing!) &&
				(noun === undefined || (noun.length === 1 && isWord(noun[0], /^\p{Ll}{3,}$/u))) &&
				value!.length <= 2 &&
				isDataLike(value![0]!) &&
				isValue(value!),
		)
		.slice(0, 1)
		.map(({thing, value}) => ({said: [claim(thing!, 'is', value!)]}));

const isPlainThing = (tokens: readonly Token[]): boolean =>
	tokens.length <= longest &&
	!withAddress.test(tokens.at(-1)!.lower) &&
	!withAddress.test(roleAtEnd(tokens)?.role ?? '') &&
	!tokens.some(token => isMark(token, /./) || isWord(token, /^(?:and|or|not|that|which|of)$/));

const greets = [
	pattern(
		'{place} [now|still] {verb} [back] [the user|the customer|the visitor|me|us] [as|by the name] {name} [back] [by name]',
	),
];
const greeting = /^(?:greets|welcomes|thanks|congratulates|salutes|addresses)$/;

/** `The header greets Maren`: the name stands there; how it is greeted is read nowhere. */
export const greetsSomebody: Restate = tokens =>
	greets
		.flatMap(form => matches(form, plainClaim(tokens)))
		.filter(
			({place, verb, name}) =>
				verb!.length === 1 &&
				isWord(verb![0], greeting) &&
				place!.length <= 4 &&
				articles.has(place![0]!.lower) &&
				name!.length <= 3 &&
				isValue(name!),
		)
		.slice(0, 1)
		.map(({place, verb, name}) => ({said: [claim(place!, 'shows', asOne(name!))], leaves: textOf(verb!)}));
