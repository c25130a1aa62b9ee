import {workKinds} from '../../contract/service-process.ts';
import type {Others, ChangeWire} from '../domain/ownership.ts';
import type {Database} from '../store/database.ts';
import {announce} from '../store/dialect/storage.ts';
import type {Base} from './open-base.ts';
import {type ProcessOptions, slotsOf} from './process-settings.ts';
import type {ReleaseStack} from './release-stack.ts';
import {startTeam} from './start-team.ts';

/** Carries changes to the other processes of a database; `hear` takes theirs, with null for what may have been missed. */
function createChangeWire(
	database: Database,
	log: {error(fields: object, message: string): void},
): ChangeWire & {hear(topic: string | null, key: string): void} {
	const listeners: Array<{topic: string; hear: (key: string | null) => void}> = [];
	return {
		tell(topic, key) {
			announce(database, {kind: 'changed', topic, key}).catch((error: unknown) =>
				log.error({err: error, topic}, 'others hear of a change later'),
			);
		},
		listen: (topic, hear) => void listeners.push({topic, hear}),
		hear(topic, key) {
			for (const listener of listeners)
				if (topic === null) listener.hear(null);
				else if (listener.topic === topic) listener.hear(key);
		},
	};
}

/** A process among those that work on its store. */
export type Company = Awaited<ReturnType<typeof joinCompany>>;

/** Makes a process known to the others of its database; one with a file is alone. */
export async function joinCompany(
	{database, news, passingBox, now, clockAheadMs, log}: Base,
	options: ProcessOptions,
	hasBrowser: () => boolean,
	releases: ReleaseStack,
) {
	const {work} = options;
	const team =
		news &&
		startTeam({
			database,
			news,
			box: passingBox,
			kinds: work?.kinds ?? workKinds,
			slots: slotsOf(options),
			serves: work === null,
			hasBrowser,
			now,
			clockAheadMs,
			log,
		});
	const wire = createChangeWire(database, log);
	const others: Others | undefined = team ? {ownership: team.ownership, wire} : undefined;
	if (team) {
		team.onNews = wire.hear;
		// Out of reach of the database it stops as well as elsewhere: the others miss it soon.
		releases.add(() =>
			team.leave().catch((error: unknown) => log.warn({err: error}, 'the others see later that this process has gone')),
		);
	}
	return {
		/** Null: there can be no other process. */
		team,
		wire,
		others,
		/** Another process is at work already: what it has under way is not left over. */
		hasCompany: team !== null && (await team.live()).length > 0,
		/** Whether this process does what belongs to plans, documents and schedules. */
		plans: team?.plans ?? true,
	};
}
