import {workKinds} from '../../contract/service-process.ts';
import type {Others} from '../domain/ownership.ts';
import {createChangeWire} from './change-wire.ts';
import type {Base} from './open-base.ts';
import {type ProcessOptions, slotsOf} from './process-settings.ts';
import type {Releases} from './releases.ts';
import {startTeam} from './start-team.ts';

/** A process among those that work on its store. */
export type Company = Awaited<ReturnType<typeof joinCompany>>;

/** Makes a process known to the others of its database; one with a file is alone. */
export async function joinCompany(
	{database, news, passingBox, now, clockAheadMs, log}: Base,
	options: ProcessOptions,
	hasBrowser: () => boolean,
	releases: Releases,
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
