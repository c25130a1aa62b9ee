import {existsSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import type {LintReport} from '../../../../contract/lint-report.ts';
import {maxCodeBytes} from '../../../../contract/test.ts';
import type {Context} from '../../../context.ts';
import {refusedFlag} from '../../../errors/api-error.ts';
import {usualPythons} from '../../../test-code/lint-code.ts';
import {missingImports} from '../../../test-code/imported-modules.ts';
import {codeReader} from '../../../test-code/test-warnings.ts';

const flag = 'code-file';

/** A path that can be Python source by its name. */
export function checkCodePath(path: string): void {
	if (!path.endsWith('.py')) throw refusedFlag(flag, {reason: 'extension', text: 'must name a .py file'});
}

/** Python source: "≤ 350 KB (358 400 bytes) else PAYLOAD_TOO_LARGE; BOM stripped; empty file exits 5". */
export async function readCode(path: string, {files}: Context): Promise<string> {
	const bytes = await files.read(path, {flag, maxBytes: maxCodeBytes});
	let code: string;
	try {
		// Strips a byte order mark by itself.
		code = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		throw refusedFlag(flag, {reason: 'encoding', text: `${path} is not UTF-8 text`});
	}
	if (code.trim() === '') throw refusedFlag(flag, {reason: 'blank', text: `${path} is empty`});
	return code;
}

/**
 * Reads a Python test as `test create` would send it. What Python cannot read is a problem; what it declares and does not
 * do, or does and does not declare, is a warning.
 */
export async function lintCodeFile(
	file: string,
	{produces = [], needs = []}: {produces?: readonly string[] | undefined; needs?: readonly string[] | undefined},
	context: Context,
): Promise<LintReport> {
	checkCodePath(file);
	const code = await readCode(file, context);
	const read = codeReader([context.env['SVC_PYTHON'], ...usualPythons]);
	const {findings, warnings, isRead} = await read({code, produces, needs});
	const python = [context.env['SVC_PYTHON'], ...usualPythons].find(Boolean)!;
	const folder = dirname(resolve(context.cwd, file));
	const isBeside = (name: string) => existsSync(join(folder, `${name}.py`)) || existsSync(join(folder, name));
	const imports = isRead ? await missingImports({executable: python, userSite: null}, isBeside)(code) : [];
	const row = (line: number | null, reason: string) => ({file, field: line === null ? 'file' : `line ${line}`, reason});
	const issues = findings.filter(({isError}) => isError).map(({line, text}) => row(line, text));
	return {
		checked: 1,
		valid: issues.length === 0 ? 1 : 0,
		issues,
		warnings: [
			...findings.filter(({isError}) => !isError).map(({line, text}) => row(line, text)),
			...imports.map(({line, text}) => row(line, text)),
			...warnings.map(ofLine).map(({line, text}) => row(line, text)),
			...(isRead
				? []
				: [row(null, 'no Python answers here, so its syntax and what it declares are not checked; see svc doctor')]),
		],
	};
}

/** `line 4: …` apart. */
function ofLine(warning: string): {line: number | null; text: string} {
	const found = /^line (\d+): (.*)$/s.exec(warning);
	return found ? {line: Number(found[1]), text: found[2]!} : {line: null, text: warning};
}
