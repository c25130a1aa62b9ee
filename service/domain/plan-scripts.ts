import type {PlanFileStep} from '../../contract/plan-file.ts';
import type {Script, ScriptStep} from '../../contract/script.ts';

/** What the code of a plan says besides its script. */
export type ShownPlan = {name: string; targetUrl: string; steps: string[]};

/** What the rest of the service knows of scripts without knowing what stands in them. */
export type PlanScripts = {
	/** There is a browser now. */
	isReady(): boolean;
	/** A script as code that people read, with the steps of the plan that it does not reach. */
	exportCode(script: Script, plan: ShownPlan): string;
	/** Tells whether an entry of a script came from this very step. */
	textHash(step: PlanFileStep): string;
};

/**
 * A script after a change of its plan: entries of steps that are still there move along, in their order; the others are
 * read anew by the next run. Null: no entry is left.
 */
export function realign(
	script: Script,
	hashes: readonly string[],
	planStepsHash: string,
	codeVersion: number,
): Script | null {
	const open = [...script.steps];
	const steps = hashes.flatMap((hash, place): ScriptStep[] => {
		const at = open.findIndex(({textHash}) => textHash === hash);
		const [entry] = at === -1 ? [] : open.splice(at, 1);
		return entry ? [{...entry, stepIndex: place + 1}] : [];
	});
	return steps.length === 0 ? null : {...script, steps, planStepsHash, codeVersion};
}
