import type {NeededHelp} from '../../../contract/run.ts';
import {endpointAt} from '../../domain/endpoint-at.ts';
import {giveBody, giveValue} from '../../domain/give-example.ts';
import {hideSealed} from '../../domain/sealed-text.ts';
import type {Learning} from '../../store/plans/learning.ts';
import {acceptedBefore} from '../../store/calls/earlier-calls.ts';
import {findLearning} from '../../store/plans/learnings.ts';
import {findTestRecipe} from '../../store/plans/test-recipes.ts';
import type {Recipe} from '../recipe.ts';
import {callsHash} from './aligned-calls.ts';
import {callsIn} from './observe.ts';
import {type RefusedRequest, refusedRequest} from './refused-request.ts';

/**
 * "4xx on a happy path: Failed, `input_refused` with the API's words … listed with the command that gives an example."
 * A request that a run of the test has got through before has broken since; it needs no example.
 */
export const neededHelp: Learning['neededHelp'] = async (transaction, run) => {
	const row = await findTestRecipe(transaction, run.test_id);
	if (!row) return null;
	const recipe = JSON.parse(row.recipe) as Recipe;
	const refused = refusedRequest(recipe, callsIn(run.storedCalls));
	if (!refused || refused.status >= 500) return null;
	const known = await findLearning(transaction, run.test_id, run.environment);
	if (known?.calls_hash === callsHash(recipe)) return null;
	const {method} = refused.operation;
	const accepted = await acceptedBefore(transaction, run.test_id, run.id, method);
	if (accepted.some(url => endpointAt([refused.operation], method, pathOf(url)) !== null)) return null;
	return helpFor(refused, run.project_id);
};

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** What the API says, and the command that gives what it asks for. */
export function helpFor(refused: RefusedRequest, projectId: string): NeededHelp {
	const {operation, status, words} = refused;
	const said = hideSealed(words);
	return {
		endpoint: nameOf(operation),
		said: `${status}${said === '' ? '' : ` "${said}"`}`,
		command: `${commandOf(refused)} --project ${projectId}`,
	};
}

/** A body is given as a whole; of a request without one, the value of a place that the API names. */
function commandOf({operation, step, words}: RefusedRequest): string {
	const {body} = step.call;
	const hasBody = body !== null && !('raw' in body) && operation.method !== 'GET';
	if (hasBody) return giveBody(operation);
	const named = Object.keys(step.call.query).find(name => words.toLowerCase().includes(name.toLowerCase()));
	return giveValue(operation, `query:${named ?? '<name>'}`);
}

const nameOf = ({method, path}: Recipe['endpoint']): string => `${method} ${path}`;
