import type {ProjectId} from '../../../contract/ids.ts';
import type {NeededHelp} from '../../../contract/run.ts';
import {endpointAt} from '../../domain/endpoint-at.ts';
import {giveBody, giveCredential, giveValue} from '../../domain/requirement.ts';
import {hideSealed} from '../../domain/sealed-text.ts';
import type {Learning} from '../../store/plans/learning.ts';
import {acceptedBefore} from '../../store/calls/earlier-calls.ts';
import {hasSettled} from '../../store/plans/change-sets.ts';
import {findLearning} from '../../store/plans/learnings.ts';
import {findTestRecipe} from '../../store/plans/generations.ts';
import type {Recipe, Step} from '../recipe.ts';
import {callsHash} from './aligned-calls.ts';
import {callsIn} from './observe.ts';
import {notOfRequest, type RefusedRequest, refusedRequest} from './refused-request.ts';

/**
 * "4xx on a happy path: Failed, `input_refused` with the API's words … listed with the command that gives an example."
 * A request that a run of the test has got through before has broken since; it needs no example.
 */
export const neededHelp: Learning['neededHelp'] = async (transaction, run) => {
	const row = await findTestRecipe(transaction, run.test_id);
	if (!row) return null;
	const recipe = JSON.parse(row.recipe) as Recipe;
	const refused = refusedRequest(recipe, callsIn(recipe, run.storedCalls), isMendable);
	if (!refused || refused.status >= 500) return null;
	const known = await findLearning(transaction, run.test_id, run.environment);
	if (known?.calls_hash === callsHash(recipe)) return null;
	const {method} = refused.operation;
	const accepted = await acceptedBefore(transaction, run.test_id, run.id, method);
	if (accepted.some(url => endpointAt([refused.operation], method, pathOf(url)) !== null)) return null;
	const help = helpFor(refused, run.project_id);
	if (isOfCredential(refused) || (await hasSettled(transaction, run.project_id))) return help;
	return {...help, settle: `svc plan settle --project ${run.project_id}`};
};

/**
 * Whether somebody can give what is missing: another request; for one that sends its own credential another one; for
 * what the credential of the project may not do one that may. A credential that nobody knows is a matter of all tests.
 */
const isMendable = (status: number, {call: {auth}}: Step): boolean =>
	!notOfRequest.has(status) || status === 403 || (status === 401 && auth === 'none');

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** What the API says, and the command that gives what it asks for. */
export function helpFor(refused: RefusedRequest, projectId: ProjectId): NeededHelp {
	const {operation, status, words} = refused;
	const said = hideSealed(words);
	return {
		endpoint: nameOf(operation),
		said: `${status}${said === '' ? '' : ` "${said}"`}`,
		command: commandOf(refused, projectId),
	};
}

const isOfCredential = ({status, step}: RefusedRequest): boolean => status === 403 && step.call.auth === 'project';

const lackingBody = new Set([400, 411, 415, 422]);

/** A body is given as a whole; of a request without one, the value of a place that the API names. */
function commandOf(refused: RefusedRequest, projectId: ProjectId): string {
	const {operation, step, words, status} = refused;
	if (isOfCredential(refused)) return giveCredential(projectId);
	const ofProject = ` --project ${projectId}`;
	const {body} = step.call;
	const hasBody = body !== null && !('raw' in body) && operation.method !== 'GET';
	// "Send multipart/form-data": what its method may carry and it does not is what is missing.
	const isBare = body === null && Object.keys(step.call.query).length === 0;
	const lacksBody = isBare && /^(?:POST|PUT|PATCH)$/.test(operation.method) && lackingBody.has(status);
	if (hasBody || lacksBody) return giveBody(operation) + ofProject;
	// "Payment is captured, not authorized": nothing that is sent here mends that, but what its record is made of may.
	const made = status === 409 && isBare ? makerOf(refused) : undefined;
	if (made) return giveBody(made) + ofProject;
	const named = Object.keys(step.call.query).find(name => words.toLowerCase().includes(name.toLowerCase()));
	return giveValue(operation, `query:${named ?? '<field>'}`) + ofProject;
}

/** The operation that has made the record of a request in the same test, with a body. */
function makerOf({recipe, step}: RefusedRequest): Recipe['endpoint'] | undefined {
	const record = Object.values(step.call.path).at(-1);
	const made = record?.is === 'step' ? recipe.steps.find(({id}) => id === record.step)?.call : undefined;
	return made?.body ? made.operation : undefined;
}

const nameOf = ({method, path}: Recipe['endpoint']): string => `${method} ${path}`;
