import type {TestKind, TestType} from '../../contract/enums.ts';
import {maxCodeBytes, maxPlanBytes, type PlanStep, type TestInput} from '../../contract/test.ts';
import {invalid} from '../domain/service-error.ts';
import {tooLarge} from './error-answer.ts';

/** Fields that only backend tests carry. */
const backendFields = ['produces', 'consumes', 'category', 'wiring', 'timeoutSeconds'] as const;

/** Throws `backend_only` for a field that a frontend test cannot carry, `frontend_only` the other way round. */
export function requireFieldsOf(type: TestType, input: Partial<Record<string, unknown>>): void {
	if (type === 'backend') {
		if (typeof input['stepTimeoutMs'] === 'number')
			throw invalid(
				'stepTimeoutMs',
				'frontend_only',
				'Field `stepTimeoutMs` is for frontend tests; `timeoutSeconds` limits a backend test.',
			);
		return;
	}
	const field = backendFields.find(name => input[name] !== undefined);
	if (field) throw invalid(field, 'backend_only', `Field \`${field}\` is for backend tests only.`);
}

/** "Both `code` and `planSteps`, or neither: 400 `field: "code"`"; a plan describes a frontend test. */
export function requireCodeOrPlan({type, code, planSteps, viewport}: TestInput): void {
	if (code !== undefined && planSteps !== undefined)
		throw invalid('code', 'invalid', 'A test has either `code` or `planSteps`, not both.');
	if (code === undefined && planSteps === undefined)
		throw invalid('code', 'required', 'A test needs `code` or `planSteps`.');
	if (planSteps !== undefined && type === 'backend')
		throw invalid(
			'planSteps',
			'frontend_only',
			'Field `planSteps` is for frontend tests; a backend test needs `code`.',
		);
	if (viewport !== undefined && planSteps === undefined)
		throw invalid('viewport', 'frontend_only', 'Field `viewport` belongs to a plan; code opens its own window.');
	if (code !== undefined) requireCode(code);
	if (planSteps !== undefined) requirePlan(planSteps);
}

export function requireCode(code: string): void {
	const sizeBytes = Buffer.byteLength(code);
	if (sizeBytes > maxCodeBytes) throw tooLarge('code', sizeBytes, maxCodeBytes);
	if (code.trim() === '') throw invalid('code', 'empty', 'Field `code` is blank.');
	// Readers take such a text for the address of the source.
	if (code.startsWith('https://')) throw invalid('code', 'invalid', 'Field `code` must be Python source, not a URL.');
}

/** Throws 413 for a plan that is larger than one may be. */
export function requirePlan(planSteps: readonly PlanStep[]): void {
	const sizeBytes = Buffer.byteLength(JSON.stringify(planSteps));
	if (sizeBytes > maxPlanBytes) throw tooLarge('planSteps', sizeBytes, maxPlanBytes);
}

/** `teardown` and `cleanup` put a test in the final wave; chains keep their kind. */
export function kindOf(category: string | null | undefined, current: TestKind = 'endpoint'): TestKind {
	if (current === 'integration') return current;
	return category === 'teardown' || category === 'cleanup' ? 'cleanup' : 'endpoint';
}

/** JSON of a list of names, each once. */
export const namesJson = (names: readonly string[] | null | undefined): string =>
	JSON.stringify([...new Set(names ?? [])]);
