import {paginate} from '../../client/paginate.ts';
import {uploadDocument} from '../../client/upload-document.ts';
import {waitForDiscovery} from '../../client/wait-for-discovery.ts';
import type {Discovery} from '../../../contract/discovery.ts';
import type {Endpoint} from '../../../contract/endpoint.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {discoverEndpoints} from '../../../contract/routes/discovery.ts';
import {listEndpoints} from '../../../contract/routes/endpoints.ts';
import {ApiError} from '../../errors/api-error.ts';
import {counted} from '../../view-model/counted.ts';
import {shellWord} from '../../view-model/shell-word.ts';
import {sendingOf} from '../target.ts';
import {answered, type Session} from './session.ts';
import type {Source} from './source.ts';

export type Found = {discovery: Discovery; endpoints: readonly Endpoint[]};

/** Gives the service what there is to read, has it read, and answers the endpoints. */
export async function discover(session: Session, projectId: ProjectId, source: Source): Promise<Found> {
	const {client, context, key} = session;
	if (source.kind === 'file')
		await uploadDocument(client, {
			projectId,
			bytes: source.bytes,
			fileName: source.name,
			name: undefined,
			role: 'API_DOC',
			idempotencyKey: key('doc'),
			isOwnKey: false,
			sending: context.dryRun ? null : sendingOf(context),
		});
	const found = await read(session, projectId, source, 'discover');
	const {discovery} = found;
	for (const warning of discovery.warnings.slice(0, 3)) context.notes.say('warn', warning);
	if (discovery.status === 'failed' || discovery.endpoints === 0) throw nothingFound(source, discovery);
	return found;
}

/**
 * Reads the description once more as the one who is signed in now: some APIs describe to everybody only what everybody
 * may call.
 *
 * @returns what there is now; as before when the API describes less, or nothing, to who is signed in
 */
export async function discoverSignedIn(
	session: Session,
	projectId: ProjectId,
	source: Source,
	before: Found,
): Promise<Found> {
	if (source.kind === 'file' || session.context.dryRun) return before;
	const now = await read(session, projectId, source, 'discover-signed-in');
	const [few, many] = [before.discovery.endpoints, now.discovery.endpoints];
	if (now.discovery.status === 'failed' || many < few) return before;
	if (many > few)
		session.context.notes.say('info', `discover  ${counted(many, 'endpoint')} to who is signed in, ${few} to others`);
	return now;
}

/** Has the service read the description, and answers the endpoints. */
async function read(session: Session, projectId: ProjectId, source: Source, step: string): Promise<Found> {
	const {client, context, waiting, key} = session;
	const {signal} = context;
	const {discoveryId} = await client.call(discoverEndpoints, {
		params: {projectId},
		body: {
			// The address is that of the project: a document that names no host adds its own base path to it.
			...(source.kind === 'documentUrl' ? {documentUrl: source.documentUrl} : {}),
			// A description is enough to begin with: the tests call the API soon, and with a credential. A bare address
			// has to be asked where it keeps its own.
			probe: source.kind === 'base',
		},
		idempotencyKey: key(step),
		signal,
	});
	const discovery = answered(await waitForDiscovery({...waiting, projectId, discoveryId}), session);
	const page = await paginate(query => client.call(listEndpoints, {params: {projectId}, query, signal}), {});
	return {discovery, endpoints: page.items};
}

/** "4 neither document nor endpoint found, 10 unreachable". */
function nothingFound({name, baseUrl}: Source, {errorMessage}: Discovery): ApiError {
	const isUnreachable = /refused|reach|connect|resolve|ENOTFOUND|timed? ?out/i.test(errorMessage ?? '');
	const isWebsite = /\bthe page of a website\b/.test(errorMessage ?? '');
	return new ApiError(
		isUnreachable ? 'UNAVAILABLE' : 'NOT_FOUND',
		`${name} has no description of an API that can be read${errorMessage === null ? '.' : `: ${errorMessage}`}`,
		{
			nextAction: isWebsite
				? `Test the website: svc project create --type frontend --name <name> --url ${shellWord(baseUrl)}, then svc test plan propose --project <project-id>; of an API name the document: svc try <api-document> --base-url <url>`
				: 'Name its document: svc try <api-document> --base-url <url>',
			details: {resource: 'document', id: name, reason: isUnreachable ? 'unreachable' : 'not_found', baseUrl},
		},
	);
}
