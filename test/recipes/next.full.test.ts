import { describeProject } from './project.js';

describeProject('next', ['create-next-app', 'shop', '--yes', '--skip-install', '--disable-git']);
