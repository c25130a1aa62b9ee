import {isNearName} from '../drift.ts';
import {excerpt} from '../excerpt.ts';
import {testCode} from '../fix-target.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/**
 * `variables["x"]` of a value that the test does not declare to need: nothing was handed to it, whatever the API
 * answered. A declared one that is missing blocks the run before it starts.
 */
export const undeclaredVariable: Rule = symptoms => {
	const {exception, statement, atLine} = symptoms;
	if (exception?.name !== 'KeyError' || !/\bvariables\s*\[/.test(statement?.text ?? '')) return null;
	const key = /^(['"])(.+)\1$/s.exec(exception.message)?.[2];
	if (key === undefined) return null;
	const name = excerpt(key, 60);
	const {cause, advice} = said(symptoms, key, name);
	return {
		cause: `The test reads \`variables["${name}"]\`${atLine}, but does not declare that it needs \`${name}\`, ${cause}`,
		fix: testCode(symptoms, advice),
		call: null,
		isAboutSource: true,
	};
};

/** Whether another test produces the value decides what helps. */
function said({facts}: Symptoms, key: string, name: string): {cause: string; advice: string} {
	const {project} = facts;
	const test = project?.testId ?? '<test>';
	const others = (project?.produced ?? []).filter(({testId}) => testId !== project?.testId);
	const producer = others.find(one => one.name === key);
	if (!project || producer)
		return {
			cause: producer
				? `which "${excerpt(producer.title, 80)}" produces: no value was handed over.`
				: 'so no other test handed it over.',
			advice: `declare it: svc test update ${test} --needs ${name}, or take the value out of the code.`,
		};
	const near = others.find(one => isNearName(one.name, key));
	if (near)
		return {
			cause: `and no test of the project produces it; "${excerpt(near.title, 80)}" produces \`${excerpt(near.name, 60)}\`.`,
			advice: `read variables["${excerpt(near.name, 60)}"] where that is meant, and declare it: svc test update ${test} --needs ${excerpt(near.name, 60)}.`,
		};
	return {
		cause: 'and no test of the project produces it.',
		advice: `make the value in the test itself, or let the test that makes it publish it: produce("${name}", value) in its code and --produces ${name} when it is created. See which values there are: svc test list --project ${project.projectId}.`,
	};
}
