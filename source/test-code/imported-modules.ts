import {type CodeFinding, findingText} from './lint-code.ts';
import {pythonReader} from './python-reader.ts';

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
debian = sys.prefix == sys.base_prefix and sys.executable.startswith("/usr/bin/") and os.path.exists("/var/lib/dpkg/status")
sudo = "" if not hasattr(os, "geteuid") or os.geteuid() == 0 else "sudo "
python = {"path": sys.executable, "apt": sudo + "apt-get install -y" if debian else None}
for line in sys.stdin.buffer:
    imports = Imports()
    importlib.invalidate_caches()
    try:
        imports.visit(ast.parse(json.loads(line.decode("utf-8", "replace"))))
    except (SyntaxError, ValueError, RecursionError):
        pass
    print(json.dumps([python, [(number, name) for number, name in imports.found if name == "." or not is_there(name)]]), flush=True)
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

/** A Python, and where the packages of the user lie that tests on it have, too. */
type Interpreter = {executable: string; userSite: string | null};

/**
 * Warns of what a test imports and the Python does not have on which it will run, as lines.
 * @param find that Python, asked once; null or rejected: nobody knows it now, and nothing is warned of
 */
export function importReader(find: () => Promise<Interpreter | null>): (code: string) => Promise<string[]> {
	let known: ReturnType<typeof missingImports> | null = null;
	return async code => {
		if (known === null) {
			const python = await find().catch(() => null);
			if (python === null) return [];
			known ??= missingImports(python, () => false);
		}
		return (await known(code)).map(findingText);
	};
}

/** `apt`: the Python is the one of Debian, whose packages `pip` does not touch. */
type Python = {path: string; apt: string | null};

const debianName = (name: string): string =>
	name === 'Crypto' ? 'python3-pycryptodome' : `python3-${name.toLowerCase().replaceAll('_', '-')}`;

/**
 * Reads what tests import and a Python does not have: modules beside the test, which are not sent with it, and packages.
 *
 * @param isBeside whether a module of that name lies beside the test
 */
export function missingImports(
	{executable, userSite}: Interpreter,
	isBeside: (name: string) => boolean,
): (code: string) => Promise<CodeFinding[]> {
	const read = pythonReader({executable, args: ['-I', '-c', script, ...(userSite === null ? [] : [userSite])]});
	return async code => {
		const [python, missing] = ((await read(code)) ?? [null, []]) as [Python | null, Array<[number, string]>];
		if (python === null) return [];
		return missing.map(([line, module]) => ({line, isError: false, text: said(python, module, isBeside)}));
	};
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
