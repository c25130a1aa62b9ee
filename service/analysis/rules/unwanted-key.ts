import type {Assertion} from '../assertion.ts';
import {excerpt} from '../excerpt.ts';
import {apiCode} from '../fix-target.ts';
import {pathText, places, responseJson} from '../json-body.ts';
import {readLiteral} from '../python-literal.ts';
import type {Rule} from './rule.ts';

/** An answer tells something that the test wants kept: `assert "token" not in body`, `assert not findall(text)`. */
export const unwantedKey: Rule = symptoms => {
	const {assertion, run, nameOf, atLine} = symptoms;
	const key = keyOf(assertion?.expectation ?? '') ?? keptName(assertion);
	if (key === undefined) return null;
	for (const call of run.calls.toReversed()) {
		const place = [...places(responseJson(call))].find(({path}) => path.at(-1) === key);
		if (!place) continue;
		const shown = excerpt(key, 60);
		return {
			cause: `${nameOf(call)} answered ${call.status} with \`${pathText(place.path)}\`; the test expected an answer without \`${shown}\`${atLine}.`,
			fix: apiCode(symptoms, call, `leave \`${shown}\` out of its answer.`),
			call,
		};
	}
	return null;
};

/** `{…} not to contain "token"` → `token`. */
function keyOf(expectation: string): string | undefined {
	const at = expectation.lastIndexOf('} not to contain ');
	if (at < 0 || !expectation.startsWith('{')) return undefined;
	return /^\} not to contain (['"])(.+)\1$/s.exec(expectation.slice(at))?.[2];
}

/** The first of the names that were found where there should be none. */
function keptName(assertion: Assertion | null): string | undefined {
	if (!/ to be false$/.test(assertion?.expectation ?? '')) return undefined;
	const found = readLiteral(assertion?.actualText ?? '')?.value;
	return Array.isArray(found) && found.every(name => typeof name === 'string') ? found[0] : undefined;
}
