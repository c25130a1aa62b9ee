import {spawn} from 'node:child_process';
import {type CodeFinding, findingText} from './lint-code.ts';

/** Lines of a test that import what the Python there does not have; what stands in a `try` is none of them. */
const script = `
import ast, importlib.util, json, os, site, sys
for folder in sys.argv[1:]:
    site.addsitedir(folder)
class Imports(ast.NodeVisitor):
    def __init__(self):
        self.found = []
    def visit_Try(self, node):
        for part in node.handlers + node.orelse + node.finalbody:
            self.visit(part)
    def visit_Import(self, node):
        self.found += [(node.lineno, alias.name) for alias in node.names]
    def visit_ImportFrom(self, node):
        self.found.append((node.lineno, "." if node.level else node.module))
def is_there(name):
    try:
        return importlib.util.find_spec(name.partition(".")[0]) is not None
    except (ImportError, ValueError):
        return True
imports = Imports()
try:
    imports.visit(ast.parse(sys.stdin.buffer.read().decode("utf-8", "replace")))
except (SyntaxError, ValueError, RecursionError):
    pass
debian = sys.prefix == sys.base_prefix and sys.executable.startswith("/usr/bin/") and os.path.exists("/var/lib/dpkg/status")
sudo = "" if not hasattr(os, "geteuid") or os.geteuid() == 0 else "sudo "
print(json.dumps([{"path": sys.executable, "apt": sudo + "apt-get install -y" if debian else None}, [(line, name) for line, name in imports.found if name == "." or not is_there(name)]]))
`;

/** Packages whose name is not that of their module, and those that tests use most: of others nobody knows the name. */
const packages: Record<string, string> = {
	bs4: 'beautifulsoup4',
	Crypto: 'pycryptodome',
	dateutil: 'python-dateutil',
	dotenv: 'python-dotenv',
	jose: 'python-jose',
	jwt: 'pyjwt',
	PIL: 'pillow',
	psycopg2: 'psycopg2-binary',
	websocket: 'websocket-client',
	yaml: 'pyyaml',
	...Object.fromEntries(
		'aiohttp faker httpx jsonschema lxml numpy pandas psycopg pydantic pymongo pymysql pyotp pytest redis requests sqlalchemy tenacity urllib3 websockets xmltodict'
			.split(' ')
			.map(name => [name, name]),
	),
};

/**
 * What a test imports and a Python does not have: a module beside the test, which is not sent with it, or a package.
 *
 * @param isBeside whether a module of that name lies beside the test
 */
export function missingImports(
	{executable, userSite}: Interpreter,
	code: string,
	isBeside: (name: string) => boolean,
): Promise<CodeFinding[]> {
	return new Promise(resolve => {
		const child = spawn(executable, ['-I', '-c', script, ...(userSite === null ? [] : [userSite])], {
			stdio: ['pipe', 'pipe', 'ignore'],
			timeout: 10_000,
		});
		const parts: Buffer[] = [];
		child.on('error', () => resolve([]));
		child.stdin.on('error', () => {});
		child.stdout.on('data', (part: Buffer) => parts.push(part));
		child.on('close', () => resolve(findingsIn(Buffer.concat(parts).toString(), isBeside)));
		child.stdin.end(code);
	});
}

/** A Python, and where the packages of the user lie that tests on it have, too. */
type Interpreter = {executable: string; userSite: string | null};

/**
 * Warns of what a test imports and the Python does not have on which it will run, as lines.
 * @param find that Python, asked once; null or rejected: nobody knows it now, and nothing is warned of
 */
export function importReader(find: () => Promise<Interpreter | null>): (code: string) => Promise<string[]> {
	let known: Interpreter | null = null;
	return async code => {
		known ??= await find().catch(() => null);
		return known === null ? [] : (await missingImports(known, code, () => false)).map(findingText);
	};
}

/** `apt`: the Python is the one of Debian, whose packages `pip` does not touch. */
type Python = {path: string; apt: string | null};

const debianName = (name: string): string =>
	name === 'Crypto' ? 'python3-pycryptodome' : `python3-${name.toLowerCase().replaceAll('_', '-')}`;

function findingsIn(text: string, isBeside: (name: string) => boolean): CodeFinding[] {
	try {
		const [python, missing] = JSON.parse(text) as [Python, Array<[number, string]>];
		return missing.map(([line, module]) => ({line, isError: false, text: said(python, module, isBeside)}));
	} catch {
		return [];
	}
}

const oneFile = 'a test is one file, and modules beside it are not sent with it: put what it uses into the test itself';

function said({path: executable, apt}: Python, module: string, isBeside: (name: string) => boolean): string {
	const name = module.split('.', 1)[0]!;
	if (name === '' || isBeside(name)) return `imports ${name === '' ? 'from its own folder' : name}: ${oneFile}`;
	const known = Object.hasOwn(packages, name) ? packages[name] : undefined;
	return known
		? `imports ${name}, which ${executable} does not have; install it with: ${apt ? `${apt} ${debianName(name)}` : `${executable} -m pip install ${known}`}`
		: `imports ${name}, which ${executable} does not have: a package is installed into that Python; ${oneFile}`;
}
