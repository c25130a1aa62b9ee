import type {Target} from '../../../../source/plan-language/reading.ts';
import type {Found} from '../find.ts';
import type {Session} from '../session.ts';

/** Elements of a part by their slot. */
export type Elements = ReadonlyMap<string, {found: Found; target: Target}>;

export type Act = {
	session: Session;
	elements: Elements;
	/** Finds one that shows only while the part is carried out, and saves it under a slot of its own. */
	findMore(slot: string, target: Target): Promise<Found>;
	/** Saves one that the part itself has found, before it is acted on. */
	keep(slot: string, target: Target, found: Found): Promise<void>;
	/** Adds to the saved part how it was carried out, where there are several ways (for the export). */
	tell(facts: Readonly<Record<string, unknown>>): void;
};
