type Environment = Readonly<Record<string, string | undefined>>;

export const testModules: Array<{module: string; pip: string | null; debian: string; why: string}>;
export const testPythonFolder: string;
export const systemPython: string;
export function examinePython(
	python: string,
	options?: {env?: Environment; modules?: string[]},
): {executable: string; identity: string; missing: string[]} | null;
export function prepareTestPython(options: {
	env?: Environment;
	folder?: string;
	system?: string;
	say: (line: string) => void;
}): {python: string | null; problem: string | null};
export function pathWithTestPython(env?: Environment, folder?: string): string;
