/** Builds what the package ships when npm packs it: for `npm pack`, and for those who install it from its repository. */
import { run } from './setup.mjs';

// npm calls this after every install in a checkout too, where nothing is to be built; only a packer names what it packs.
if (process.env.npm_package_resolved === process.cwd() && !run('npm', ['run', 'build:lib'])) process.exit(1);
