import {excerpt} from '../excerpt.ts';
import {environment, testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** The test imports a module that its interpreter does not have. */
export const missingModule: Rule = symptoms => {
	const {exception, run, atLine} = symptoms;
	if (exception?.name !== 'ModuleNotFoundError') return null;
	const module = /No module named '([^']+)'/.exec(exception.message)?.[1];
	if (!module) return null;
	const said = `${run.error}\n${run.trace ?? ''}`;
	const imports = `The test imports \`${excerpt(module, 80)}\`${atLine}`;
	const lacks = `${imports}, which the Python of the service does not have.`;
	if (/is no package: a test is one file/.test(said))
		return {
			cause: `${imports}, a module of its own: a test is one file, and modules beside it are not sent with it.`,
			fix: testCode(symptoms, 'put what it uses of that module into the test itself.'),
			call: null,
			isAboutSource: true,
		};
	if (/a package is installed into that Python/.test(said))
		return {
			cause: lacks,
			fix: testCode(
				symptoms,
				'a module of your own is not sent with the test, which is one file: put what it uses of it into the test itself. Where it is a package, install it into that Python.',
			),
			call: null,
			isAboutSource: true,
		};
	const command = /install it with: (.+)$/m.exec(said)?.[1];
	return {
		cause: lacks,
		fix: environment(
			module.split('.', 1)[0]!,
			command
				? `Install it: ${command}; a module of your own is not sent with the test, which is one file.`
				: 'Install it, or do without it in the test.',
		),
		call: null,
		isAboutSource: true,
	};
};
