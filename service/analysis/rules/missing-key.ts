import {isDeepStrictEqual} from 'node:util';
import {excerpt, nameList} from '../excerpt.ts';
import {testCode} from '../fix-target.ts';
import {isObject, pathText, places, responseJson} from '../json-body.ts';
import {type Lookup, lookupsOf} from '../lookups.ts';
import {readLiteral} from '../python-literal.ts';
import {missingKey as findMissingKey, type MissingKey, missingAt, missingIn} from '../read-key.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** The test reads a name that an answer does not have: a KeyError, an absent value, or a name it asked for. */
export const missingKey: Rule = symptoms => {
	const sought = soughtOf(symptoms);
	if (!sought) return null;
	const {key, lookups} = sought;
	const shown = excerpt(key, 60);
	const found = sought.found ?? missingIn(key, lookups, symptoms.run.calls);
	if (found) return ofAnswer(symptoms, shown, found);
	const own = lookups.map(({base}) => base).find(base => base.kind === 'own');
	if (own && lookups.every(({base}) => base.kind !== 'answer'))
		return {
			cause: `The test looks up \`${shown}\`${symptoms.atLine} in ${/^\w+$/.test(own.name) ? `\`${excerpt(own.name, 40)}\`, which it makes itself (line ${own.line})` : 'what it has made itself'}: there is no such key.`,
			fix: testCode(symptoms, 'follow the key back to where it comes from, or add it.'),
			call: null,
			isVague: true,
		};
	// Where the key is not spelled and nobody knows what it was looked up in, no answer can be said to lack it.
	const guessed = sought.isGuess ? findMissingKey(key, symptoms.run.calls) : null;
	return guessed && ofAnswer(symptoms, shown, guessed);
};

function ofAnswer(symptoms: Symptoms, shown: string, {call, path, names, near, elsewhere}: MissingKey) {
	const {nameOf, atLine} = symptoms;
	const has = names.length === 0 ? 'has no names at all' : `has only ${nameList(names)}`;
	const other = elsewhere ? pathText(elsewhere) : near ? excerpt(near, 60) : null;
	const where = path.length === 0 ? 'the answer' : `\`${pathText(path)}\` in the answer`;
	return {
		cause: `The test reads \`${shown}\`${atLine}, but ${where} of ${nameOf(call)} (${call.status}) ${has}.${other ? ` \`${other}\` may be meant.` : ''}`,
		fix: testCode(
			symptoms,
			`read ${other ? `\`${other}\`` : 'what the answer has'}, unless the API should answer \`${shown}\`.`,
		),
		call,
	};
}

/** A name that was not there. */
type Sought = {
	key: string;
	/** What it may have been looked up in. */
	lookups: readonly Lookup[];
	/** The place itself, where the failure tells it. */
	found: MissingKey | null;
	/** The test spells it, so that it is probably one of an answer. */
	isGuess: boolean;
};

function soughtOf({exception, assertion, value, status, statement, run}: Symptoms): Sought | null {
	const all = lookupsOf(statement, run.code);
	if (exception?.name === 'KeyError') {
		const key = /^['"](.+)['"]$/s.exec(exception.message)?.[1];
		if (key === undefined) return null;
		const spelled = all.filter(({index}) => index === key);
		const isSpelled = spelled.length > 0 || (statement?.literals.includes(key) ?? false);
		const lookups = isSpelled ? spelled : all.filter(({index}) => index === null);
		return {key, lookups, found: null, isGuess: isSpelled || statement === null};
	}
	if (!assertion || value || status) return null;
	// `assert "email" in body`
	const [, container, , wanted] = /^(\{.*\}) to contain (['"])(.+)\2$/s.exec(assertion.expectation) ?? [];
	if (wanted !== undefined)
		return {key: wanted, lookups: [], found: placeOf(wanted, container!, run.calls), isGuess: true};
	// `assert body.get("email")`
	const key = assertion.actual?.value === null ? statement?.keys.at(-1) : undefined;
	if (key === undefined) return null;
	return {key, lookups: all.filter(({index}) => index === key), found: null, isGuess: true};
}

/** The object of an answer that was told to lack a name. */
function placeOf(key: string, container: string, calls: Symptoms['run']['calls']): MissingKey | null {
	const object = readLiteral(container)?.value;
	if (!isObject(object) || Object.keys(object).length === 0) return null;
	for (const call of calls.toReversed())
		for (const {path, value} of places(responseJson(call)))
			if (isObject(value) && isDeepStrictEqual(value, object)) return missingAt(key, call, path, value);
	return null;
}
