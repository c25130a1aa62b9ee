import {faultWords} from '../../domain/fault-words.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {isSiteDiscoveryOver, type SiteDiscoveryInput} from '../../../contract/site-discovery.ts';
import type {ProposedPlan, SiteHandle, SiteOutcome, SiteProgress, SiteReader} from '../../browser/site-job.ts';
import {ChangeWaiters} from '../../domain/change-waiters.ts';
import type {SiteDiscoveries} from '../../domain/discovery.ts';
import {alone, type Others, whenOwned} from '../../domain/ownership.ts';
import {invalid, ServiceError} from '../../domain/service-error.ts';
import {timestamp} from '../../domain/timestamp.ts';
import type {Database} from '../../store/database.ts';
import type {NewId} from '../../store/ids.ts';
import * as store from '../../store/documents/site-discoveries.ts';
import type {SiteDiscoveryTable, SiteFindings} from '../../store/documents/site-discovery-tables.ts';
import {createLanes} from '../lanes.ts';
import {idle, viewOf} from './site-discovery-view.ts';
import {type SiteCredentials, siteJobOf, startOf} from './site-job.ts';

type SiteDiscoveryParts = {
	database: Database;
	reader: SiteReader;
	/** Throws UNSUPPORTED when there is no browser. */
	requireBrowser(): void;
	/** Throws VALIDATION_ERROR on `field` for an address that may not be called. */
	checkTarget(url: string, field: string): Promise<void>;
	credentialsOf(projectId: ProjectId): Promise<SiteCredentials>;
	mayVisitPrivate: boolean;
	newId: NewId;
	now(): number;
	log: {error(fields: object, text: string): void};
	/** Other processes that read sites; absent: none. */
	others?: Others | undefined;
};

/** Sites that are read at the same time. */
const parallel = 1;

/** Discovery of sites: the store holds its state, the browser does the reading. No credit is charged. */
export function createSiteDiscoveries(parts: SiteDiscoveryParts): SiteDiscoveries {
	const {database, reader, now, log, others} = parts;
	const lane = createLanes(parallel);
	const waiters = new ChangeWaiters(others && {...others, topic: 'site discoveries'});
	const running = new Map<string, {handle: SiteHandle | null; isStopped: boolean; ended: Promise<void>}>();
	let isStopping = false;

	function run(row: SiteDiscoveryTable): void {
		const entry = {handle: null as SiteHandle | null, isStopped: false, ended: Promise.resolve()};
		running.set(row.id, entry);
		const fail = (error: string) =>
			store.updateSiteDiscovery(database, row.id, {status: 'failed', page: null, error, finished_at: now()});
		const isOpen = async () => (await store.listOpenSiteDiscoveries(database)).some(({id}) => id === row.id);
		const read = async () => {
			if (entry.isStopped) return;
			const credentials = await parts.credentialsOf(row.project_id);
			const job = await siteJobOf(database, row, credentials, {mayVisitPrivate: parts.mayVisitPrivate, now: now()});
			if (job === null) return void (await fail('The project has no URL any more.'));
			const isOpen = await store.updateSiteDiscovery(database, row.id, {
				status: 'reading',
				started_at: row.started_at ?? now(),
				...countsOf({pages: 0, found: 0, skipped: 0, page: null}),
			});
			if (!isOpen || entry.isStopped) return;
			waiters.wake(row.project_id);
			let last: Promise<unknown> = Promise.resolve();
			entry.handle = reader.readSite(job, {
				onProgress(progress) {
					last = last
						.then(() => store.updateSiteDiscovery(database, row.id, countsOf(progress)))
						.then(
							() => waiters.wake(row.project_id),
							() => {},
						);
				},
			});
			const outcome = await entry.handle.result;
			await last;
			// What was stopped with the service begins anew when it runs again.
			if (entry.isStopped) return;
			await store.updateSiteDiscovery(database, row.id, {
				status: outcome.status === 'cancelled' ? 'failed' : outcome.status,
				page: null,
				error: outcome.error?.slice(0, 2000) ?? null,
				result: JSON.stringify(findingsOf(outcome, row.project_id)),
				pages_read: outcome.pages.length,
				links_skipped: outcome.skippedCount,
				finished_at: now(),
			});
		};
		const work = lane(async () => {
			await whenOwned(others?.ownership ?? alone, `site discovery ${row.id}`, async lost => {
				// The process that had it may just have ended it.
				if (others && !(await isOpen())) return;
				lost.addEventListener('abort', () => void halt(row.id), {once: true});
				await read();
			});
		});
		entry.ended = work
			.catch(async (error: unknown) => {
				if (isStopping) return;
				log.error({err: error, discoveryId: row.id}, 'a discovery of a site broke');
				await fail(faultWords(error, 'The site could not be read'));
			})
			.catch((error: unknown) => log.error({err: error, discoveryId: row.id}, 'a discovery of a site stays open'))
			.finally(() => {
				running.delete(row.id);
				waiters.wake(row.project_id);
			});
	}

	/** Lets the browser go of it; what it says afterwards is not stored. */
	async function halt(id: string): Promise<void> {
		const entry = running.get(id);
		if (!entry) return;
		entry.isStopped = true;
		entry.handle?.cancel();
		await entry.ended;
	}

	async function view(projectId: ProjectId) {
		const row = await store.findSiteDiscovery(database, projectId);
		return row ? viewOf(row) : idle;
	}

	return {
		async start(project, input) {
			parts.requireBrowser();
			if (project.targetUrl === null) throw withoutUrl(project.id);
			await parts.checkTarget(startFor(project.targetUrl, input), 'startPath');
			if (input.login && (await parts.credentialsOf(project.id)).account === null) throw withoutAccount(project.id);
			const row: SiteDiscoveryTable = {
				id: parts.newId('dsc'),
				project_id: project.id,
				status: 'queued',
				version: 1,
				input: JSON.stringify(input),
				...countsOf({pages: 0, found: 0, skipped: 0, page: null}),
				result: null,
				error: null,
				enqueued_at: now(),
				started_at: null,
				finished_at: null,
			};
			const currentId = await store.insertSiteDiscovery(database, row);
			if (currentId !== null) throw inFlight(currentId, project.id);
			run(row);
			return {discoveryId: row.id, status: 'queued', enqueuedAt: timestamp(row.enqueued_at)};
		},

		view,

		waitForChange: (projectId, since, waitMs, signal) =>
			waiters.wait(
				projectId,
				async () => {
					const {version, status} = await view(projectId);
					return version > since || isSiteDiscoveryOver(status);
				},
				waitMs,
				signal,
			),

		async cancel(projectId) {
			const row = await store.findSiteDiscovery(database, projectId);
			const columns = {status: 'cancelled' as const, page: null, finished_at: now()};
			const isCancelled = row !== null && (await store.updateSiteDiscovery(database, row.id, columns));
			if (!isCancelled) throw finished(row);
			await halt(row.id);
			waiters.wake(projectId);
			return view(projectId);
		},

		async resume() {
			for (const row of await store.listOpenSiteDiscoveries(database)) if (!running.has(row.id)) run(row);
		},

		async stop() {
			isStopping = true;
			await Promise.all([...running.keys()].map(halt));
			waiters.wakeAll();
		},
	};
}

const countsOf = ({pages, found, skipped, page}: Pick<SiteProgress, 'pages' | 'found' | 'skipped' | 'page'>) => ({
	pages_read: pages,
	pages_found: found,
	links_skipped: skipped,
	page,
});

const findingsOf = ({pages, skipped, proposals, warnings}: SiteOutcome, projectId: ProjectId): SiteFindings => ({
	pages,
	skipped,
	warnings: warnings.slice(0, 100),
	proposals: proposals.map(proposal => proposalOf(proposal, projectId)),
});

const priorityOf = ({template}: ProposedPlan) =>
	template === 'login' || template === 'navigation' ? 'p1' : template === 'links' ? 'p3' : 'p2';

function proposalOf(proposal: ProposedPlan, projectId: ProjectId): SiteFindings['proposals'][number] {
	const {template, page, reason, sends, name, steps} = proposal;
	const priority = priorityOf(proposal);
	const plan = {
		projectId,
		type: 'frontend' as const,
		name,
		description: reason.slice(0, 2000),
		priority,
		planSteps: steps,
	};
	return {template, page, reason, sends, plan: plan as SiteFindings['proposals'][number]['plan']};
}

function startFor(targetUrl: string, input: SiteDiscoveryInput): string {
	const start = startOf(targetUrl, input);
	if (new URL(start).origin !== new URL(targetUrl).origin)
		throw invalid('startPath', 'other_origin', 'The start path leaves the origin of the project.');
	return start;
}

const withoutUrl = (projectId: ProjectId) =>
	new ServiceError('PRECONDITION_FAILED', 'The project has no URL: there is no site to read.', {
		nextAction: `Give it one: svc project update ${projectId} --url <url>`,
		details: {reason: 'no_target_url', command: `svc project update ${projectId} --url <url>`},
	});

const withoutAccount = (projectId: ProjectId) =>
	new ServiceError('PRECONDITION_FAILED', 'The project has no account to sign in with.', {
		nextAction: `Store one: svc project update ${projectId} --username <account> --password-file <password-file>`,
		details: {reason: 'no_account'},
	});

const inFlight = (currentId: string, projectId: ProjectId) =>
	new ServiceError('CONFLICT', 'The site of this project is being read already.', {
		nextAction: `Wait for it: svc test plan propose --project ${projectId} --latest`,
		details: {reason: 'discovery_in_flight', currentId},
	});

const finished = (row: SiteDiscoveryTable | null) =>
	new ServiceError(
		'CONFLICT',
		row === null ? 'The site of this project has not been read yet.' : `The discovery has ended: ${row.status}.`,
		{
			nextAction: 'There is nothing to cancel.',
			details: {reason: 'discovery_finished', status: row?.status ?? 'idle'},
		},
	);
