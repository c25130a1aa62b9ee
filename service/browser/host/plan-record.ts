import {createHash} from 'node:crypto';
import type {Script, ScriptElement, ScriptPart, ScriptStep} from '../../../contract/script.ts';
import type {FrontendJob, HealProposal} from '../frontend-job.ts';
import {textHash} from '../script/code-text.ts';

/** A part as it was carried out, and its saved elements. */
export type PlayedPart = ScriptPart & {elements: ScriptElement[]};

/** What a run will save: the entries of its steps, new or kept. */
export class PlanRecord {
	readonly heals: HealProposal[] = [];
	readonly #job: FrontendJob;
	readonly #steps: ScriptStep[] = [];
	#hasChanged = false;

	constructor(job: FrontendJob) {
		this.#job = job;
	}

	/** The saved entry of a step whose text is still the same: replayed, or kept where it still gives its elements. */
	entryOf(stepIndex: number, from: 'replay' | 'saved'): ScriptStep | null {
		const entry = this.#job[from]?.steps.find(step => step.stepIndex === stepIndex);
		return entry && entry.textHash === textHash(this.#job.steps[stepIndex - 1]!) ? entry : null;
	}

	/** A step has ended; what was carried out of it is kept as its entry. */
	close(stepIndex: number, parts: PlayedPart[], hasPassed: boolean): void {
		if (parts.length === 0) return;
		const step = this.#job.steps[stepIndex - 1]!;
		const entry: ScriptStep = {stepIndex, textHash: textHash(step), readBy: 'builtin', parts};
		const saved = this.entryOf(stepIndex, 'saved') ?? this.entryOf(stepIndex, 'replay');
		if (hasPassed && JSON.stringify(saved?.parts) !== JSON.stringify(parts)) this.#hasChanged = true;
		this.#steps.push(entry);
	}

	/** What a fresh pass saves; null when nothing has changed, or when it was replayed as it is. */
	script(): Script | null {
		const before = this.#job.saved ?? this.#job.replay;
		const isWhole = before !== null && before.planStepsHash === this.#planStepsHash;
		return this.#hasChanged || !isWhole ? this.#script() : null;
	}

	/** Entries of what was carried out, whatever came of it. */
	played(): Script | null {
		return this.#steps.length > 0 ? this.#script() : null;
	}

	get #planStepsHash(): string {
		return createHash('sha256').update(this.#job.steps.map(textHash).join('\n')).digest('hex');
	}

	#script(): Script {
		const {testId, viewport, runId, saved, replay} = this.#job;
		return {
			schemaVersion: 'script-v1',
			testId,
			codeVersion: ((saved ?? replay)?.codeVersion ?? 0) + 1,
			planStepsHash: this.#planStepsHash,
			viewport,
			savedFromRunId: runId,
			steps: this.#steps,
		};
	}
}
