import {excerpt, nameList} from '../excerpt.ts';
import {testCode} from '../fix-target.ts';
import {pathText} from '../json-body.ts';
import {missingKey as findMissingKey} from '../read-key.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** The test reads a name that an answer does not have: a KeyError, an absent value, or a name it asked for. */
export const missingKey: Rule = symptoms => {
	const {run, nameOf, atLine} = symptoms;
	const key = keyOf(symptoms);
	const found = key === null ? null : findMissingKey(key, run.calls);
	if (key === null || !found) return null;
	const {call, names, near, elsewhere} = found;
	const shown = excerpt(key, 60);
	const has = names.length === 0 ? 'has no names at all' : `has only ${nameList(names)}`;
	const other = elsewhere ? pathText(elsewhere) : near ? excerpt(near, 60) : null;
	return {
		cause: `The test reads \`${shown}\`${atLine}, but the answer of ${nameOf(call)} (${call.status}) ${has}.${other ? ` \`${other}\` may be meant.` : ''}`,
		fix: testCode(
			symptoms,
			`read ${other ? `\`${other}\`` : 'what the answer has'}, unless the API should answer \`${shown}\`.`,
		),
		call,
	};
};

/** The name that was not there. */
function keyOf({exception, assertion, value, status, statement}: Symptoms): string | null {
	if (exception?.name === 'KeyError') return /^['"](.+)['"]$/s.exec(exception.message)?.[1] ?? null;
	if (!assertion || value || status) return null;
	// `assert "email" in body`
	const wanted = /^\{.*\} to contain (['"])(.+)\1$/s.exec(assertion.expectation)?.[2];
	if (wanted !== undefined) return wanted;
	// `assert body.get("email")`
	return assertion.actual?.value === null ? (statement?.keys.at(-1) ?? null) : null;
}
