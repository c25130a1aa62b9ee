import {alone, whenOwned} from '../domain/ownership.ts';
import type {ArtifactPlace} from '../domain/artifacts.ts';
import type {Engine} from '../engine/engine.ts';
import type {Scheduling} from '../schedules/create-scheduling.ts';
import {sealEarlierCaptures} from '../store/captures/seal-earlier-captures.ts';
import type {Database} from '../store/database.ts';
import {listHiddenProjects, purgeProject} from '../store/projects/delete-project.ts';
import {hasLeftRecords, listHiddenTests, purgeTest} from '../store/tests/delete-test.ts';
import type {Execution} from './assemble-engine.ts';
import type {Planning} from './assemble-planning.ts';
import type {Company} from './join-company.ts';
import {keepHistoryBounded} from './keep-history-bounded.ts';
import type {Base} from './open-base.ts';
import type {ReleaseStack} from './release-stack.ts';
import {keepCopies} from './store-copies.ts';

/**
 * Ends the deletions that were under way when the process before this one died. The history of what has left records
 * behind stays: nothing else tells of them.
 */
export async function finishDeletions(database: Database, engine: Pick<Engine, 'cancelRunsOf'>): Promise<void> {
	for (const testId of await listHiddenTests(database)) {
		if (await hasLeftRecords(database, testId)) continue;
		await engine.cancelRunsOf({testId});
		await purgeTest(database, testId);
	}
	for (const projectId of await listHiddenProjects(database)) {
		await engine.cancelRunsOf({projectId});
		await purgeProject(database, projectId);
	}
}

type Parts = {
	base: Base;
	company: Company;
	execution: Execution;
	planning: Planning;
	scheduling: Scheduling;
	/** This process answers requests. */
	serves: boolean;
	/** Where pictures and pages are kept outside the database; null: nowhere. */
	artifactPlace: ArtifactPlace | null;
	releases: ReleaseStack;
};

/** Goes on with what this process, or one that is gone, had under way, and does from now on what nobody asks for. */
export function resumeWork({
	base,
	company,
	execution,
	planning,
	scheduling,
	serves,
	artifactPlace,
	releases,
}: Parts): void {
	const {database, log, now, place, paths, protection, secretsOf} = base;
	const {others, hasCompany, wire} = company;
	// What a key of this process alone had sealed nobody could open.
	if (!base.isKeyMissing)
		sealEarlierCaptures(database, protection, secretsOf).catch((error: unknown) =>
			log.error({err: error}, 'values captured earlier are not sealed'),
		);
	const tidied = hasCompany
		? Promise.resolve()
		: planning.discoveries.tidy().catch((error: unknown) => log.error({err: error}, 'what was left half done stays'));
	const goOn = resuming(
		{
			'a deletion is unfinished': () =>
				whenOwned(others?.ownership ?? alone, 'deletions', () => finishDeletions(database, execution.engine)),
			'open generations stay open': () => planning.generations.resume(),
			'open plans stay open': () => planning.plans.resume(),
			'open readings of sites stay open': () => planning.siteDiscoveries.resume(),
			// What tidying takes away must not be what a discovery has just stored.
			'open discoveries stay open': () => tidied.then(() => planning.discoveries.resume()),
		},
		log,
	);
	if (company.plans) goOn();
	wire.listen('', () => {
		if (company.team?.plans) goOn();
		if (serves) scheduling.lookAgain();
	});
	if (serves) releases.add(keepHistoryBounded({database, now, others, place: artifactPlace, log}));
	// Whoever runs a database has copies of it by its own means.
	if (place === null) releases.add(keepCopies({database, path: paths.database, folder: paths.copies, now, log}));
}

/** Each piece by itself, and none of them twice at a time. */
function resuming(
	pieces: Record<string, () => Promise<unknown>>,
	log: {error(fields: object, message: string): void},
): () => void {
	const underWay = new Set<string>();
	return () => {
		for (const [what, piece] of Object.entries(pieces)) {
			if (underWay.has(what)) continue;
			underWay.add(what);
			piece()
				.catch((error: unknown) => log.error({err: error}, what))
				.finally(() => underWay.delete(what));
		}
	};
}
