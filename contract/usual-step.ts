import type {ErrorCode, Resource} from './error.ts';

/** The next step where a message says all: what a service answers, which always names one. It tells a reader nothing. */
export const correctRequest = 'Correct the request and send it again.';

/**
 * The next step after an error whose sender names none, in commands of `svc`; "" where nothing can be said.
 * @param details of the error, with the keys of its code
 */
export const usualStep = (code: ErrorCode, details: Readonly<Record<string, unknown>>): string =>
	(code === 'NOT_FOUND' && whereToLook(details)) || ofOtherType(details) || (usualSteps[code] ?? '');

/** A project of the other type was named, as the one of a folder may be. */
const ofOtherType = ({field, reason}: Readonly<Record<string, unknown>>): string =>
	field === 'projectId' && (reason === 'backend_only' || reason === 'frontend_only')
		? 'See which projects are of that type, and name one: svc project list'
		: '';

const usualSteps: Partial<Record<ErrorCode, string>> = {
	AUTH_REQUIRED: 'Store a key for this service: svc setup',
	AUTH_INVALID: 'See which key is used, and of which service: svc doctor. Store another: svc setup',
	AUTH_FORBIDDEN: 'See what the key may do: svc auth status. Store one that may do more: svc setup',
	INTERNAL: 'Try again; if it keeps happening, give the request id to whoever runs the service.',
	UNAVAILABLE: 'Try again in a moment; svc doctor tells whether the service is well.',
};

/** Which list has what was not found, by `details.resource`. */
const lists: Readonly<Record<Resource, string | null>> = {
	project: 'svc project list',
	test: 'svc test list --project <project-id>',
	run: 'svc test result <test-id> --history',
	batch: 'svc batch list --project <project-id>',
	endpoint: 'svc endpoint list --project <project-id>',
	test_list: 'svc testlist list',
	document: 'svc project docs list <project-id>',
	cleanup_rule: 'svc project cleanup <project-id> --list',
	schedule: 'svc schedule list',
	chain: 'svc batch chains <batch-id>',
	cleanup_resource: 'svc batch cleanup <batch-id>',
	cleanup_test: 'svc batch cleanup <batch-id>',
	edge: 'svc endpoint list --project <project-id>',
	finding: 'svc finding list --project <project-id>',
	plan: 'svc test plan generate --project <project-id> --wait',
	plan_row: 'svc plan list --project <project-id>',
	change_set: 'svc plan changes --project <project-id>',
	refinement: 'svc plan changes --project <project-id>',
	generation: 'svc test list --project <project-id>',
	environment: 'svc project env list <project-id>',
	credential_set: 'svc project get <project-id>',
	auto_auth: 'svc project get <project-id>',
	heal: 'svc test heal list <test-id>',
	upload: 'svc project docs list <project-id>',
	discovery: 'svc endpoint list --project <project-id>',
	site_discovery: 'svc plan list --project <project-id>',
	key: 'svc keys list',
	member: 'svc admin member list',
	account: 'svc admin account list',
	asset: 'svc test failure summary <test-id>',
	// The service is of another version, or it is none: its own words say so.
	route: null,
};

/** The next step after "there is no …", or "it has no …", of a service that names none. */
function whereToLook({resource, reason = 'not_found'}: Readonly<Record<string, unknown>>): string {
	if (reason === 'no_code') return 'Give it some: svc test code put <test-id> --code-file <python-file>';
	if (reason === 'no_recipe' && resource === 'test') return 'Change its code: svc test code get <test-id>';
	const list = typeof resource === 'string' && Object.hasOwn(lists, resource) ? lists[resource as Resource] : null;
	return list !== null && reason === 'not_found' ? `See what there is: ${list}` : '';
}
