import {createHash} from 'node:crypto';
import {distance} from 'fastest-levenshtein';
import type {FrontendJob} from '../frontend-job.ts';
import {StepFailed} from './step-failed.ts';

const pattern = /\bVAR_([A-Za-z0-9_]+)/g;

/**
 * Values of `VAR_` names in one run: what it captured, then the environment and other tests, then the
 * built-in ones, which come from the run's seed.
 */
export class Variables {
	readonly #job: Pick<FrontendJob, 'variables' | 'secretNames' | 'seed' | 'now' | 'runId'>;
	readonly #captured = new Map<string, string>();
	readonly #made = new Set<string>();

	constructor(job: Pick<FrontendJob, 'variables' | 'secretNames' | 'seed' | 'now' | 'runId'>) {
		this.#job = job;
	}

	capture(name: string, value: string): void {
		this.#captured.set(name, value);
	}

	/** Values that are others in the next run: what this one captured, and the built-in ones that it used. */
	get passing(): string[] {
		return [...this.#captured.values(), ...this.#made];
	}

	/** A template with its values. Throws `StepFailed` for a name without one. */
	fill(template: string): string {
		return template.replace(pattern, (_, name: string) => this.#valueOf(name));
	}

	/** Whether a template holds the value of a secret. */
	isSecret(template: string): boolean {
		return [...template.matchAll(pattern)].some(
			([, name = '']) => !this.#captured.has(name) && this.#job.secretNames.includes(name),
		);
	}

	/** All templates of a part, which is plain data; the names of captures are no templates. */
	fillAll<T>(value: T): T {
		if (typeof value === 'string') return this.fill(value) as T;
		if (Array.isArray(value)) return value.map(one => this.fillAll(one)) as T;
		if (value === null || typeof value !== 'object') return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.fillAll(one)])) as T;
	}

	#valueOf(name: string): string {
		const given = this.#captured.get(name) ?? this.#job.variables[name];
		const value = given ?? this.#builtIn(name);
		if (given === undefined && value !== null) this.#made.add(value);
		if (value !== null) return value;
		const known = [...this.#captured.keys(), ...Object.keys(this.#job.variables)];
		const near = known
			.filter(other => distance(other.toLowerCase(), name.toLowerCase()) <= Math.max(2, name.length / 3))
			.slice(0, 3);
		const hint = near.length > 0 ? `; there is ${near.map(other => `VAR_${other}`).join(', ')}` : '';
		throw new StepFailed({case: 'no_variable', target: `VAR_${name}`, message: `no value for VAR_${name}${hint}`});
	}

	#builtIn(name: string): string | null {
		const {seed, now, runId} = this.#job;
		const hash = createHash('sha256').update(`${seed} ${name}`).digest('hex');
		const groups = [
			hash.slice(0, 8),
			hash.slice(8, 12),
			`4${hash.slice(13, 16)}`,
			`a${hash.slice(17, 20)}`,
			hash.slice(20, 32),
		];
		switch (name) {
			case 'NOW':
				return new Date(now).toISOString();
			case 'TODAY':
				return new Date(now).toISOString().slice(0, 10);
			case 'RANDOM':
				return String(Number.parseInt(hash.slice(0, 8), 16) % 1_000_000).padStart(6, '0');
			case 'UUID':
				return groups.join('-');
			case 'RUN_ID':
				return runId;
			default:
				return null;
		}
	}
}
